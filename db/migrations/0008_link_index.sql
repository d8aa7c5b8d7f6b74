-- Our own link index: pages with full text, links between domains, and ratings computed from them.
-- It belongs to no user and the web role has no rights on it: rules read it as the owner.

create table index_domains (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  -- 0 to 100; server/engine/index/ratings/rating.ts says how.
  rating real not null default 0 check (rating between 0 and 100),
  -- PageRank of the domain, 1 on average, and to how many pages elsewhere it gives it on.
  rank double precision not null default 0,
  linked_pages integer not null default 0,
  referring_domains integer not null default 0,
  dofollow_backlinks integer not null default 0,
  total_backlinks integer not null default 0,
  crawled_at timestamptz
);

-- Every page that was fetched, and every page elsewhere that one of them links to ('known').
create table index_pages (
  id bigint generated always as identity primary key,
  domain_id bigint not null references index_domains (id),
  url text not null unique check (length(url) between 1 and 2000),
  state text not null default 'known'
    check (state in ('known', 'page', 'copy', 'moved', 'gone', 'refused', 'not-a-page')),
  -- The page that stands for this one: where it redirects to, or its canonical.
  moved_to bigint references index_pages (id),
  strength double precision not null default 0,
  -- -1: fewer than three referring domains.
  url_rating real not null default -1 check (url_rating between -1 and 100),
  referring_domains integer not null default 0,
  dofollow_backlinks integer not null default 0,
  total_backlinks integer not null default 0,
  etag text,
  last_modified text,
  fetched_at timestamptz
);
create index index_pages_of_domain on index_pages (domain_id, id);
create index index_pages_moved on index_pages (moved_to) where moved_to is not null;
create index index_pages_strong on index_pages (id) where referring_domains > 0;

-- Apart from index_pages, so that walking the link graph does not read texts.
create table index_texts (
  page_id bigint primary key references index_pages (id) on delete cascade,
  domain_id bigint not null references index_domains (id),
  title text not null,
  description text not null,
  language text not null,
  words integer not null check (words >= 0),
  -- False for pages that ask not to be listed and for copies: kept for their title, never found.
  listed boolean not null,
  -- Monthly, as a metrics source states them; -1: not known.
  search_traffic integer not null default -1 check (search_traffic >= -1),
  traffic_value integer not null default -1 check (traffic_value >= -1),
  search tsvector not null
);
create index index_texts_search on index_texts using gin (search) where listed;
create index index_texts_of_domain on index_texts (domain_id);

-- The text search configurations in use: a keyword is looked up in each of them.
create table index_languages (
  config text primary key
);

-- Links between domains; one row for a pair of pages, the best of its links. Links inside a domain are not kept:
-- they are nine of ten, and neither ratings nor backlinks count them.
create table index_links (
  from_page_id bigint not null references index_pages (id) on delete cascade,
  to_page_id bigint not null references index_pages (id),
  from_domain_id bigint not null references index_domains (id),
  to_domain_id bigint not null references index_domains (id),
  anchor text not null,
  -- Of nofollow, ugc and sponsored those that are there.
  rel text not null,
  dofollow boolean not null,
  in_content boolean not null,
  primary key (from_page_id, to_page_id),
  check (from_domain_id <> to_domain_id)
);
create index index_links_to_page on index_links (to_page_id, from_domain_id);
create index index_links_between on index_links (to_domain_id, from_domain_id);
create index index_links_from_domain on index_links (from_domain_id);

-- Sums of index_links, renewed when a crawl of from_domain ends.
create table index_domain_links (
  from_domain_id bigint not null references index_domains (id),
  to_domain_id bigint not null references index_domains (id),
  links integer not null,
  dofollow integer not null,
  -- Distinct pages that are linked to with dofollow.
  pages integer not null,
  primary key (to_domain_id, from_domain_id)
);
create index index_domain_links_from on index_domain_links (from_domain_id);

-- A crawl that was broken off goes on where it was: what is still to do stands in index_frontier.
create table index_crawls (
  id bigint generated always as identity primary key,
  domain_id bigint not null references index_domains (id),
  start_url text not null,
  max_pages integer not null check (max_pages > 0),
  done integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index index_crawls_running on index_crawls (domain_id) where finished_at is null;

create table index_frontier (
  crawl_id bigint not null references index_crawls (id) on delete cascade,
  url text not null,
  depth smallint not null,
  -- Addresses that differ in numbers only have the same shape; a calendar without end has one shape.
  shape text not null,
  done boolean not null default false,
  attempts smallint not null default 0,
  not_before timestamptz not null default now(),
  primary key (crawl_id, url)
);
create index index_frontier_waiting on index_frontier (crawl_id, attempts, depth, url) where not done;

-- Who is doing something that must not be done twice at the same time, and until when that may be believed.
create table index_leases (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
