-- Pictures of pages and icons of sites. They belong to no user: a page that ten campaigns want is taken once.
-- The web role has no rights on them; an owner reaches a picture through a backlink, which carries the user.

create table screenshots (
  id bigint generated always as identity primary key,
  -- As toPageUrl of server/engine/pages/page-url.ts spells it.
  url text not null unique check (length(url) between 1 and 2000),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  -- shared/screenshot.ts lists them.
  reason text,
  -- The place in the list that wanted it: the first pages of every campaign come before the last of any.
  rank integer not null default 0,
  -- When a screen that shows it asked for it. The newest of these is taken before all others.
  asked_at timestamptz,
  -- Whoever takes it has it until then; a worker that died gives it up by its silence.
  claimed_until timestamptz,
  -- Runs that were begun since it last became 'waiting', so that a page that kills its worker is not taken for ever.
  attempts smallint not null default 0,
  -- Keys in the file store, made from the content.
  file text,
  small_file text,
  -- What is shown in place of a picture.
  title text not null default '',
  description text not null default '',
  image_file text,
  -- When it became ready or failed.
  settled_at timestamptz,
  -- When a campaign or a screen last wanted it: what nobody wants any more is removed.
  wanted_at timestamptz not null default now(),
  check ((state = 'failed') = (reason is not null)),
  check (state <> 'ready' or (file is not null and small_file is not null))
);
create index screenshots_waiting on screenshots (asked_at desc nulls last, rank, id) where state = 'waiting';
create index screenshots_wanted on screenshots (wanted_at);
create index screenshots_file on screenshots (file) where file is not null;
create index screenshots_small_file on screenshots (small_file) where small_file is not null;
create index screenshots_image_file on screenshots (image_file) where image_file is not null;

alter table backlinks add column screenshot_id bigint references screenshots (id) on delete set null;
create index backlinks_of_screenshot on backlinks (screenshot_id) where screenshot_id is not null;

create table favicons (
  hostname text primary key check (length(hostname) between 1 and 253),
  -- Null: the site has none that can be shown.
  file text,
  content_type text,
  checked_at timestamptz not null default now(),
  check ((file is null) = (content_type is null))
);
create index favicons_file on favicons (file) where file is not null;

-- The host name in an address, for asking whether a host occurs in anybody's rows.
create function hostname_of(url text) returns text
  language sql immutable strict parallel safe
  return lower(substring(url from '^[A-Za-z]+://(?:[^/?#@]*@)?([^/:?#]+)'));

create index backlinks_hostname on backlinks (hostname_of(url_from));
create index search_results_hostname on search_results (hostname_of(url));
