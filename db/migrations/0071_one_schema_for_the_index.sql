-- One schema for crawled pages and the page sample (decision 71). Both are partitions of index_captures and index_links.

-- The first 8 bytes of the MD5 of a URL or domain; the same as keyOf in server/engine/index/engine/text-key.ts.
create function index_key(value text) returns bigint language sql immutable strict parallel safe
  return ('x' || left(md5(value), 16))::bit(64)::bigint;

alter table index_domains
  add column domain_key bigint not null generated always as (index_key(name)) stored unique;
alter table index_pages
  add column url_key bigint not null generated always as (index_key(url)) stored unique;

alter table index_links rename to index_former_links;

-- What was read of a page, by whom and when.
create table index_captures (
  url_key bigint not null,
  -- The URL on the same site that the page names as its canonical, if that is another. Null for crawled pages: see index_pages.moved_to.
  canonical_key bigint,
  -- Of crawled pages: when they were last found changed.
  captured_at timestamptz not null,
  -- 0: our own crawler; otherwise of index_releases.
  release_id integer not null,
  -- When the page was loaded; -1: not rated. Null for crawled pages, whose domains are rated again after every crawl: see index_domains.
  domain_rating real,
  -- -1: not known.
  words integer not null,
  -- False for pages that ask not to be listed and for copies: kept for their title, never found.
  listed boolean not null,
  language text not null,
  domain text not null,
  url text not null,
  title text not null,
  description text not null,
  search tsvector not null,
  -- Monthly, as a metrics source states them; null: not known.
  search_traffic integer,
  traffic_value integer
) partition by list (release_id);

-- Links to other domains, one per page and target. Links inside a domain are not kept: they are nine of ten, and neither ratings nor
-- backlinks count them.
create table index_links (
  page_key bigint not null,
  from_domain_key bigint not null,
  to_key bigint not null,
  to_domain_key bigint not null,
  -- Null: when the page was last visited, because the crawler keeps only the links that its last visit found.
  captured_at timestamptz,
  release_id integer not null,
  -- As in index_captures.
  domain_rating real,
  -- Where the link is among all links of its page: 0 is the first, 1 the last; null: not known.
  position real,
  dofollow boolean not null,
  -- Null: not known.
  is_image boolean,
  to_url text not null,
  anchor text not null,
  -- Of nofollow, sponsored and ugc those that apply.
  rel text not null,
  -- Null: not known.
  in_content boolean
) partition by list (release_id);

alter table index_sample_pages
  add column search_traffic integer,
  add column traffic_value integer;
alter table index_sample_links
  add column in_content boolean;
alter table index_captures attach partition index_sample_pages default;
alter table index_links attach partition index_sample_links default;

-- Constraints and indexes of the crawler's partitions follow once their rows are there.
create table index_crawled_pages partition of index_captures for values in (0);
alter table index_crawled_pages
  alter column release_id set default 0,
  alter column captured_at set default now();
insert into index_crawled_pages
  (url_key, captured_at, words, listed, language, domain, url, title, description, search, search_traffic, traffic_value)
  select page.url_key, coalesce(page.fetched_at, now()), text.words, text.listed, text.language, domain.name, page.url, text.title,
    text.description, text.search, nullif(text.search_traffic, -1), nullif(text.traffic_value, -1)
  from index_texts text
  join index_pages page on page.id = text.page_id
  join index_domains domain on domain.id = text.domain_id;
drop table index_texts;
alter table index_crawled_pages
  add primary key (url_key),
  add foreign key (url_key) references index_pages (url_key) on delete cascade,
  add check (words >= 0),
  add check (search_traffic >= 0),
  add check (traffic_value >= 0);
create index index_crawled_pages_search on index_crawled_pages using gin (search) where listed;
create index index_crawled_pages_language on index_crawled_pages (language) where listed;

create table index_crawled_links partition of index_links for values in (0);
alter table index_crawled_links
  alter column release_id set default 0;
insert into index_crawled_links
  (page_key, from_domain_key, to_key, to_domain_key, dofollow, to_url, anchor, rel, in_content)
  select page.url_key, source.domain_key, target.url_key, linked.domain_key, link.dofollow, target.url, link.anchor, link.rel,
    link.in_content
  from index_former_links link
  join index_pages page on page.id = link.from_page_id
  join index_pages target on target.id = link.to_page_id
  join index_domains source on source.id = link.from_domain_id
  join index_domains linked on linked.id = link.to_domain_id;
drop table index_former_links;
alter table index_crawled_links
  alter column in_content set not null,
  add primary key (page_key, to_key),
  add foreign key (page_key) references index_pages (url_key) on delete cascade,
  add foreign key (to_key) references index_pages (url_key),
  add foreign key (from_domain_key) references index_domains (domain_key),
  add foreign key (to_domain_key) references index_domains (domain_key),
  add check (from_domain_key <> to_domain_key);
-- With dofollow in it, the backlinks of a page are counted without reading the links themselves.
create index index_crawled_links_to_page on index_crawled_links (to_key, from_domain_key) include (dofollow);
create index index_crawled_links_of_pair on index_crawled_links (from_domain_key, to_domain_key);

create or replace function index_note_relinked() returns trigger language plpgsql as $$
begin
  insert into index_relinked
    select page.id from (select distinct to_key from changed) link join index_pages page on page.url_key = link.to_key;
  return null;
end $$;
create trigger note_relinked_insert after insert on index_crawled_links
  referencing new table as changed for each statement execute function index_note_relinked();
create trigger note_relinked_update after update on index_crawled_links
  referencing new table as changed for each statement execute function index_note_relinked();
create trigger note_relinked_delete after delete on index_crawled_links
  referencing old table as changed for each statement execute function index_note_relinked();
