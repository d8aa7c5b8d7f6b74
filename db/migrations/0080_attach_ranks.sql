-- Creating a table as a partition locks all ranks, so that whoever reads them waits. Attaching one locks only those of restored backups.
create or replace function index_open_ranks(release integer) returns void language plpgsql as $$
begin
  -- A restored release stays where it is, and one that was begun has its partition.
  if exists (select from index_domain_ranks_restored where release_id = release)
    or to_regclass(format('index_domain_ranks_%s', release)) is not null then
    return;
  end if;
  execute format('create table index_domain_ranks_%s (like index_domain_ranks including all)', release);
  execute format('alter table index_domain_ranks attach partition index_domain_ranks_%s for values in (%s)', release, release);
end $$;
