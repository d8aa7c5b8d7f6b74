-- The product's rows: campaigns ("requests"), what they find, and the credits they cost.
-- Every row carries its user, and composite foreign keys keep that user the same as its campaign's.

create table profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  credits integer not null default 0 check (credits >= 0),
  email_credits integer not null default 0 check (email_credits >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table credit_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('backlink', 'email')),
  delta integer not null check (delta <> 0),
  -- What this entry is for, such as 'trial' or 'invoice:in_123': the same thing is never entered twice.
  reason text not null check (reason <> ''),
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (user_id, kind, reason)
);
create index credit_entries_newest on credit_entries (user_id, id desc);

create table requests (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles (id) on delete cascade,
  keyword text not null check (keyword <> ''),
  type text not null check (type in ('Magic Campaign', 'Guest Posts', 'BYOB')),
  status text not null check (status in (
    'Waiting for Search Results', 'Waiting to Pick Search Results', 'No organic result',
    'Waiting for Backlinks', 'Analyzing Backlinks', 'Waiting to Pick Backlinks',
    'Waiting for Emails', 'Waiting to Download Emails', 'Something went wrong')),
  status_message text,
  min_dr smallint not null default 0 check (min_dr between 0 and 100),
  max_dr smallint not null default 100 check (max_dr between 0 and 100),
  min_words integer not null default 0 check (min_words >= 0),
  min_traffic integer not null default 0 check (min_traffic >= 0),
  mode text check (mode in ('author', 'domain')),
  progress_done integer not null default 0 check (progress_done >= 0),
  progress_total integer not null default 0 check (progress_total >= 0),
  failed_step text check (failed_step in ('search-results', 'backlinks', 'contacts')),
  -- Given by the browser with the form, so that the same form sent twice makes one campaign.
  idempotency_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_dr <= max_dr),
  check ((status = 'Something went wrong') = (failed_step is not null)),
  unique (id, user_id),
  unique (user_id, idempotency_key)
);
create index requests_newest on requests (user_id, id desc);

create table search_results (
  id uuid primary key default new_id(),
  user_id uuid not null,
  requests_id uuid not null,
  position integer not null check (position > 0),
  url text not null,
  title text not null default '',
  description text not null default '',
  domain_rating real not null default 0 check (domain_rating between 0 and 100),
  -- -1: not known. The same holds for every rating, traffic and value below.
  url_rating real not null default -1 check (url_rating between -1 and 100),
  referring_domains integer not null default 0 check (referring_domains >= 0),
  dofollow_backlinks integer not null default 0 check (dofollow_backlinks >= 0),
  total_backlinks integer not null default 0 check (total_backlinks >= 0),
  search_traffic integer not null default -1 check (search_traffic >= -1),
  traffic_value integer not null default -1 check (traffic_value >= -1),
  keep boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (requests_id, user_id) references requests (id, user_id) on delete cascade,
  unique (requests_id, url)
);
create index search_results_page on search_results (user_id, requests_id, position, id);

create table backlinks (
  id uuid primary key default new_id(),
  user_id uuid not null,
  requests_id uuid not null,
  url_from text not null,
  url_to text,
  domain text not null,
  title text not null default '',
  anchor text not null default '',
  rel text not null default '',
  source text not null,
  ahrefs_rank real not null default -1 check (ahrefs_rank between -1 and 100),
  domain_rating real not null default 0 check (domain_rating between 0 and 100),
  search_traffic integer not null default -1 check (search_traffic >= -1),
  traffic_value integer not null default -1 check (traffic_value >= -1),
  keep boolean not null default false,
  screenshot_url text,
  screenshot_state text not null default 'waiting' check (screenshot_state in ('waiting', 'ready', 'failed')),
  screenshot_reason text,
  domain_search text not null default 'none' check (domain_search in ('none', 'running', 'found', 'empty')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (requests_id, user_id) references requests (id, user_id) on delete cascade,
  check ((screenshot_state = 'failed') = (screenshot_reason is not null)),
  unique (id, requests_id, user_id),
  unique (requests_id, url_from)
);
-- Strongest first is the order of the list, and of what a short credit buys.
create index backlinks_page on backlinks (user_id, requests_id, domain_rating desc, id);
create index backlinks_kept on backlinks (user_id, requests_id, domain_rating desc, id) where keep;

create table contacts (
  id uuid primary key default new_id(),
  user_id uuid not null,
  request_id uuid not null,
  backlink_id uuid not null,
  first_name text not null default '',
  last_name text not null default '',
  position text,
  location text,
  -- The spec's three values of email (null, false, an address) are told from these two at the edge.
  email_state text not null default 'unfetched' check (email_state in ('unfetched', 'fetching', 'none', 'found')),
  email text check (length(email) between 3 and 320),
  type text check (type in ('personal', 'generic', 'webmail')),
  verification text check (verification in ('valid', 'invalid', 'catch_all', 'unknown')),
  source text not null,
  page text,
  twitter text,
  avatar_url text,
  highlighted boolean not null default false,
  keep boolean not null default false,
  -- Where and how it was found, and when and how it was verified.
  evidence jsonb not null default '{}',
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (backlink_id, request_id, user_id) references backlinks (id, requests_id, user_id) on delete cascade,
  check ((email_state = 'found') = (email is not null))
);
create unique index contacts_one_per_address on contacts (backlink_id, lower(email)) where email is not null;
create index contacts_page on contacts (user_id, request_id, id);
create index contacts_of_backlink on contacts (backlink_id, id);

create trigger touch before update on profiles for each row execute function touch_updated_at();
create trigger touch before update on requests for each row execute function touch_updated_at();
create trigger touch before update on search_results for each row execute function touch_updated_at();
create trigger touch before update on backlinks for each row execute function touch_updated_at();
create trigger touch before update on contacts for each row execute function touch_updated_at();
