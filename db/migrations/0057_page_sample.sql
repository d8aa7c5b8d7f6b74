-- The page sample: pages and links from Common Crawl's WAT files, loaded by `npm run index -- add pages`.

-- The pages of a crawl are loaded in parts. Each part has partitions of its own and is published at once; more files of a crawl
-- that is already read are another part.
alter table index_releases
  alter column domains drop not null,
  add column part smallint not null default 0,
  -- Pages only: the first file of the part, in the random order of the crawl's files, and how many files the crawl has.
  add column first_file integer not null default 0,
  add column crawl_files integer check (crawl_files > 0),
  -- Stops a load after its current file.
  add column pause_requested boolean not null default false,
  -- Pages by language, counted when the part is complete.
  add column languages jsonb not null default '{}',
  drop constraint index_releases_kind_name_key,
  add unique (kind, name, part);

-- The files that are loaded. The row is written in the transaction that writes the file's pages and links.
create table index_files (
  release_id integer not null references index_releases (id) on delete cascade,
  -- In the random order of the crawl's files.
  number integer not null,
  pages integer not null,
  links integer not null,
  -- Records that could not be read.
  skipped integer not null,
  primary key (release_id, number)
);

-- Keys are the first 8 bytes of the MD5 of a URL or domain.
create table index_sample_pages (
  url_key bigint not null,
  -- The URL on the same site that the page names as its canonical, if that is another.
  canonical_key bigint,
  captured_at timestamptz not null,
  release_id integer not null,
  -- When the page was loaded; -1: not rated.
  domain_rating real not null,
  -- -1: not known.
  words integer not null,
  listed boolean not null,
  language text not null,
  domain text not null,
  url text not null,
  title text not null,
  description text not null,
  search tsvector not null
) partition by list (release_id);

-- Links to other domains. They carry the linking domain's rating, so that the strongest are found without a join.
create table index_sample_links (
  page_key bigint not null,
  from_domain_key bigint not null,
  to_key bigint not null,
  to_domain_key bigint not null,
  captured_at timestamptz not null,
  release_id integer not null,
  domain_rating real not null,
  -- Where the link is among all links of its page: 0 is the first, 1 the last.
  position real not null,
  dofollow boolean not null,
  is_image boolean not null,
  to_url text not null,
  anchor text not null,
  rel text not null
) partition by list (release_id);

create function index_build_pages(suffix text) returns void language plpgsql as $$
declare
  pages text := 'index_sample_pages_' || suffix;
  links text := 'index_sample_links_' || suffix;
begin
  execute format('create index if not exists %I on %I (url_key, captured_at)', pages || '_url', pages);
  execute format('create index if not exists %I on %I (canonical_key) where canonical_key is not null',
    pages || '_canonical', pages);
  execute format('create index if not exists %I on %I using gin (search) with (fastupdate = off) where listed',
    pages || '_search', pages);
  execute format('create index if not exists %I on %I (to_key, domain_rating, from_domain_key) where dofollow',
    links || '_to_url', links);
  execute format('create index if not exists %I on %I (to_domain_key, domain_rating, from_domain_key) where dofollow',
    links || '_to_domain', links);
  execute format('analyze %I, %I', pages, links);
end $$;

-- Where a restored backup puts its rows.
create table index_sample_pages_restored partition of index_sample_pages default;
create table index_sample_links_restored partition of index_sample_links default;
select index_build_pages('restored');

create function index_open_pages(release integer) returns void language plpgsql as $$
begin
  -- A restored release stays where it is.
  if exists (select from index_sample_pages_restored where release_id = release) then
    return;
  end if;
  execute format('create table if not exists index_sample_pages_%s partition of index_sample_pages for values in (%s)',
    release, release);
  execute format('create table if not exists index_sample_links_%s partition of index_sample_links for values in (%s)',
    release, release);
end $$;

-- Two processes that finish the same release take turns.
create function index_finish_pages(release integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('index_finish_pages'), release);
  if to_regclass(format('index_sample_pages_%s', release)) is not null then
    perform index_build_pages(release::text);
  end if;
  update index_releases set languages = (
    select coalesce(jsonb_object_agg(language, pages), '{}') from (
      select language, count(*) as pages from index_sample_pages where release_id = release and listed group by language) counted)
  where id = release;
end $$;

create function index_drop_pages(release integer) returns void language plpgsql as $$
begin
  execute format('drop table if exists index_sample_pages_%s', release);
  execute format('drop table if exists index_sample_links_%s', release);
  delete from index_sample_pages_restored where release_id = release;
  delete from index_sample_links_restored where release_id = release;
end $$;
