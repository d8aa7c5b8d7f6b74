-- Creating a table as a partition waits until nobody reads or writes any release, and meanwhile everybody else waits behind it.
-- Attaching one does not.
create or replace function index_open_pages(release integer) returns void language plpgsql as $$
declare
  parent text;
begin
  -- A restored release stays where it is.
  if exists (select from index_sample_pages_restored where release_id = release) then
    return;
  end if;
  foreach parent in array array['index_sample_pages', 'index_sample_links'] loop
    if to_regclass(format('%s_%s', parent, release)) is null then
      execute format('create table %I (like %I including all)', format('%s_%s', parent, release), parent);
      execute format('alter table %I attach partition %I for values in (%s)', parent, format('%s_%s', parent, release), release);
    end if;
  end loop;
  perform index_expect_popular_targets(format('index_sample_links_%s', release));
end $$;
