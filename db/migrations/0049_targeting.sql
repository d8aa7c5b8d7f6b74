-- What a campaign's search looks for beyond its keyword: required and excluded words, kinds of pages, dates, and how many results.
-- Only what the user chose is stored; shared/targeting-values.ts describes the object.
alter table requests add column targeting jsonb not null default '{}' check (jsonb_typeof(targeting) = 'object');
