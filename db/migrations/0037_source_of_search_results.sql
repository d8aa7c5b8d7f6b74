-- Which source found a search result, as backlinks have it. Null: found before this was noted.
alter table search_results add column source text;
