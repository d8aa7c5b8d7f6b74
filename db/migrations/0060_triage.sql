-- What speaks for or against a lead, and how much each user makes of it.

-- Copied from the visit to the page, so that lists need no join: the signals with their facts ([{name, fact}]), and the last day on
-- which the page was published or changed. Null: the page has not been opened yet. Whether that day is too long ago depends on the
-- user and on today, so it is decided when rows are read.
alter table backlinks
  add column signals jsonb,
  add column page_date text check (page_date ~ '^\d{4}-\d\d-\d\d$');

-- Only what differs from the defaults in shared/triage-values.ts.
create table triage_settings (
  user_id uuid primary key references profiles (id) on delete cascade,
  weights jsonb not null default '{}' check (jsonb_typeof(weights) = 'object'),
  stale_months integer check (stale_months between 1 and 240)
);
grant select on triage_settings to zeus_web;
alter table triage_settings enable row level security;
create policy own_rows on triage_settings to zeus_web using (user_id = (select current_user_id()));
create trigger live_insert after insert on triage_settings referencing new table as changed
  for each statement execute function notify_memory_change('triage');
create trigger live_update after update on triage_settings referencing new table as changed
  for each statement execute function notify_memory_change('triage');
