-- What pages say about sites, for the prospect memory; and live notices about it.

-- Sites whose home page redirects to another site for good, or names it as its canonical. It is what `domain` says about itself,
-- and `target` has not confirmed it, so nothing known about `domain` ever counts for `target` (decision 52).
create table site_aliases (
  domain text primary key,
  target text not null,
  seen_at timestamptz not null default now(),
  check (domain <> target)
);
create index site_aliases_of_target on site_aliases (target, domain);

-- Sites that some user calls their own. Links to them are noted whenever a page is read.
create table watched_sites (domain text primary key);
insert into watched_sites
select distinct regexp_replace(pattern, '^\*\.', '') from site_rules where kind = 'mine';

create function watch_own_sites() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into watched_sites
  select distinct regexp_replace(pattern, '^\*\.', '') from changed where kind = 'mine'
  order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger watch after insert on site_rules referencing new table as changed
  for each statement execute function watch_own_sites();

-- A page of `domain` links to the watched site.
create table watched_links (
  to_domain text not null,
  domain text not null,
  url text not null,
  seen_at timestamptz not null default now(),
  primary key (to_domain, domain)
);

create function notify_memory_change() returns trigger language plpgsql as $$
  declare
    found record;
  begin
    for found in execute 'select distinct user_id from changed' loop
      perform pg_notify('zeus_live', json_build_object('user', found.user_id, 'topic', tg_argv[0], 'id', found.user_id)::text);
    end loop;
    return null;
  end $$;
create trigger live_insert after insert on site_rules referencing new table as changed
  for each statement execute function notify_memory_change('site-rules');
create trigger live_update after update on site_rules referencing new table as changed
  for each statement execute function notify_memory_change('site-rules');
create trigger live_delete after delete on site_rules referencing old table as changed
  for each statement execute function notify_memory_change('site-rules');
create trigger live_insert after insert on prospects referencing new table as changed
  for each statement execute function notify_memory_change('prospects');
create trigger live_update after update on prospects referencing new table as changed
  for each statement execute function notify_memory_change('prospects');
