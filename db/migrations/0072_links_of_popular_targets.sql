-- Most URLs have one or two links. PostgreSQL plans for those, and would sort all links of a popular URL whenever it looks for the next
-- domain. Told that each has a thousand, it reads the index in order and stops at the first match.
create function index_expect_popular_targets(links text) returns void language plpgsql as $$
begin
  execute format('alter table %I alter column to_key set (n_distinct = -0.001), alter column to_domain_key set (n_distinct = -0.001)',
    links);
end $$;

create or replace function index_open_pages(release integer) returns void language plpgsql as $$
begin
  -- A restored release stays where it is.
  if exists (select from index_sample_pages_restored where release_id = release) then
    return;
  end if;
  execute format('create table if not exists index_sample_pages_%s partition of index_sample_pages for values in (%s)',
    release, release);
  execute format('create table if not exists index_sample_links_%s partition of index_sample_links for values in (%s)',
    release, release);
  perform index_expect_popular_targets(format('index_sample_links_%s', release));
end $$;

do $$
declare
  links text;
begin
  for links in select inhrelid::regclass::text from pg_inherits where inhparent = 'index_sample_links'::regclass loop
    perform index_expect_popular_targets(links);
    execute format('analyze %I', links);
  end loop;
end $$;
