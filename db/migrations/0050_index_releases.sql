-- Imported releases of Common Crawl: which are there, how far they are loaded, and the domain ranks of a release.

create table index_releases (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('ranks', 'graph', 'pages')),
  -- Common Crawl's name, such as cc-main-2026-apr-may-jun.
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  -- Readers use the newest ready release of a kind, and see neither of the others.
  state text not null default 'loading' check (state in ('loading', 'ready', 'dropping')),
  -- Domains in the whole release; ratings are positions among them.
  domains integer not null check (domains > 1),
  -- Rows to load, and rows loaded so far: a killed load continues there.
  wanted bigint not null check (wanted > 0),
  loaded bigint not null default 0,
  -- Lines that could not be read.
  skipped bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (kind, name)
);

-- One partition per release, filled first and indexed afterwards; dropping a release drops its partition.
create table index_domain_ranks (
  release_id integer not null,
  name text not null,
  -- By PageRank; 1 is the strongest.
  position integer not null
) partition by list (release_id);

-- Where a restored backup puts its rows.
create table index_domain_ranks_restored partition of index_domain_ranks default;
create index index_domain_ranks_restored_name on index_domain_ranks_restored (name);

create function index_open_ranks(release integer) returns void language plpgsql as $$
begin
  -- A restored release stays where it is.
  if exists (select from index_domain_ranks_restored where release_id = release) then
    return;
  end if;
  execute format('create table if not exists index_domain_ranks_%s partition of index_domain_ranks for values in (%s)',
    release, release);
end $$;

create function index_finish_ranks(release integer) returns void language plpgsql as $$
begin
  if to_regclass(format('index_domain_ranks_%s', release)) is null then
    return;
  end if;
  execute format('create index if not exists index_domain_ranks_%s_name on index_domain_ranks_%s (name)', release, release);
  execute format('analyze index_domain_ranks_%s', release);
end $$;

create function index_drop_ranks(release integer) returns void language plpgsql as $$
begin
  execute format('drop table if exists index_domain_ranks_%s', release);
  delete from index_domain_ranks_restored where release_id = release;
end $$;
