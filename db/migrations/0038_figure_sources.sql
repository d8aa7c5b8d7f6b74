-- Which source stated a figure, by column, where it is another than the source of the row itself.
alter table search_results add column figure_sources jsonb not null default '{}';
alter table backlinks add column figure_sources jsonb not null default '{}';

-- Why figures of the last step are missing that a source might have stated; null when every source could be asked.
alter table requests add column figures_problem text check (figures_problem in ('account', 'unavailable'));
