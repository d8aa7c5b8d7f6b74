-- Creating a table as a partition waits for files that are being written to any release. Attaching one does not.
create or replace function index_open_pages(release integer) returns void language plpgsql as $$
declare
  parent text;
begin
  -- A restored release stays where it is, and one that was begun has its partitions.
  if exists (select from index_sample_pages_restored where release_id = release)
    or to_regclass(format('index_sample_links_%s', release)) is not null then
    return;
  end if;
  foreach parent in array array['index_sample_pages', 'index_sample_links'] loop
    execute format('create table %I (like %I including all)', format('%s_%s', parent, release), parent);
    execute format('alter table %I attach partition %I for values in (%s)', parent, format('%s_%s', parent, release), release);
  end loop;
  perform index_expect_popular_targets(format('index_sample_links_%s', release));
end $$;
