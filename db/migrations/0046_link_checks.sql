-- What was seen of a link when its page was last opened. Like screenshots these belong to no user: a page that ten campaigns want
-- is opened once, and every target they name is checked then. The web role reaches them through a backlink.
create table link_checks (
  screenshot_id bigint not null references screenshots (id) on delete cascade,
  -- backlinks.url_to
  target text not null check (octet_length(target) between 1 and 2000),
  state text not null check (state in ('found', 'gone', 'unclear')),
  -- The lists are in shared/link-check-values.ts.
  problem text,
  route text,
  follow text,
  place text,
  href text not null default '',
  anchor text not null default '',
  sentence text not null default '',
  -- The screenshot with a box around the link.
  file text,
  checked_at timestamptz not null default now(),
  primary key (screenshot_id, target),
  check ((state = 'found') = (problem is null)),
  check ((state = 'found') = (follow is not null and place is not null and route is not null))
);
create index link_checks_file on link_checks (file) where file is not null;
create trigger leftovers after update of file or delete on link_checks
  for each row execute function note_picture_leftovers();

-- What the page said about itself at that time (pageCheck in shared/link-check.ts).
alter table screenshots add column page_check jsonb;

-- Copied from link_checks, so that lists need no join. Null: not checked.
alter table backlinks
  add column link_state text check (link_state in ('found', 'gone', 'unclear')),
  add column link_follow text,
  add column link_place text,
  add column link_checked_at timestamptz;
