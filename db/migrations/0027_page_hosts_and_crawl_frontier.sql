-- Politeness shared by every process, and what a crawl needs to be continued later.

-- When a web host may be asked again. One row per host that was asked lately; idle rows are removed every hour.
create table page_hosts (
  host text primary key check (length(host) between 1 and 255),
  -- The start of the latest turn handed out: the next one begins a pause later, whoever takes it.
  turn_at timestamptz not null default now(),
  -- No request at all before this, and how long that rest was when it began.
  rest_until timestamptz,
  rest_seconds integer not null default 0,
  -- 429 and 503 answers, each within an hour of the one before: the next rest is twice as long.
  refusals smallint not null default 0,
  refused_at timestamptz
);

alter table index_crawls
  -- Whether the site's sitemaps are in the frontier.
  add sitemaps_read boolean not null default false,
  -- Other origins of the site (www, http): true when they serve the same pages, false when not.
  add aliases jsonb not null default '{}';

alter table index_frontier
  -- The first addresses of each shape come in round 0, the next ones in round 1 and so on: no shape crowds out the others.
  add round smallint not null default 0,
  -- Of the text of a visited page, without its digits. Many equal ones of one shape mean a maze.
  add content_hash text;
drop index index_frontier_waiting;
create index index_frontier_waiting on index_frontier (crawl_id, attempts, round, depth, url) where not done;
