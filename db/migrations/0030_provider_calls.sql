-- Calls to vendors (search engines, link databases, email finders …): what was asked, what it cost, what was answered.
-- Shared by all users and workers. It belongs to no user and the web role has no rights on it. Keys are never stored.

-- One row per request that left for a vendor. Written before it is sent, so that a worker that dies leaves a trace.
create table provider_calls (
  id bigint generated always as identity primary key,
  source text not null check (source <> ''),
  capability text not null check (capability <> ''),
  -- SHA-256 of vendor, address and question, without the key.
  request_hash bytea not null check (length(request_hash) = 32),
  -- under_way: sent, no answer yet. lost: whoever asked is gone or gave up waiting; the vendor may have charged for it.
  outcome text not null default 'under_way' check (outcome in
    ('under_way', 'ok', 'empty', 'lost', 'auth', 'quota', 'rate_limited', 'bad_request', 'pending', 'unavailable')),
  -- The vendor's own units (credits, searches, requests).
  units double precision not null default 0,
  -- While it is under way, and when it was lost: the most it can have cost.
  dollars double precision not null check (dollars >= 0),
  ms integer not null default 0,
  at timestamptz not null default clock_timestamp(),
  -- Nobody waits for the answer longer than that.
  answer_by timestamptz not null
);
-- The same question is asked once at a time.
create unique index provider_calls_under_way on provider_calls (request_hash) where outcome = 'under_way';
create index provider_calls_lost on provider_calls (request_hash, at) where outcome = 'lost';
create index provider_calls_recent on provider_calls (source, at);
create index provider_calls_at on provider_calls (at);

-- What was answered, until it expires. A JSON null is the answer "nothing found".
create table provider_answers (
  request_hash bytea primary key check (length(request_hash) = 32),
  answer jsonb not null,
  expires_at timestamptz not null
);
create index provider_answers_expiry on provider_answers (expires_at);

-- The ledger summed by day (UTC), so that budgets and reports read a few rows. `hit`: answered without asking the vendor.
create table provider_usage (
  source text not null,
  capability text not null,
  day date not null,
  outcome text not null,
  calls integer not null,
  units double precision not null,
  dollars double precision not null,
  ms bigint not null,
  primary key (source, day, capability, outcome)
);

-- Vendors that failed the last time they were asked. Until `until` they are skipped.
create table provider_rests (
  source text primary key,
  reason text not null check (reason in ('auth', 'quota', 'rate_limited', 'unavailable')),
  message text not null,
  -- In a row.
  failures integer not null,
  until timestamptz not null
);

-- Search engines do not state how many pages link to a result: -1 means unknown, as for every other figure.
alter table search_results
  alter column referring_domains set default -1,
  alter column dofollow_backlinks set default -1,
  alter column total_backlinks set default -1,
  drop constraint search_results_referring_domains_check,
  drop constraint search_results_dofollow_backlinks_check,
  drop constraint search_results_total_backlinks_check,
  add constraint search_results_referring_domains_check check (referring_domains >= -1),
  add constraint search_results_dofollow_backlinks_check check (dofollow_backlinks >= -1),
  add constraint search_results_total_backlinks_check check (total_backlinks >= -1);

-- Why the search of a campaign failed. account: no search service accepts the operator's accounts, so trying again at once does not help.
alter table requests add column search_failure text check (search_failure in ('account'));
