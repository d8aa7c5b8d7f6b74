-- Sites that no user calls their own any more are no longer watched, and what was noted about links to them is removed.

delete from watched_sites site where not exists (
  select from site_rules rule where rule.kind = 'mine' and rule.pattern in (site.domain, '*.' || site.domain));
delete from watched_links link where not exists (select from watched_sites site where site.domain = link.to_domain);
alter table watched_links add constraint watched_links_to_domain_fkey
  foreign key (to_domain) references watched_sites on delete cascade;

create index site_rules_mine on site_rules (pattern) where kind = 'mine';

-- Locks the row also if it exists: another user may be about to give up the same site.
create or replace function watch_own_sites() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $sql$
    insert into watched_sites
    select distinct regexp_replace(pattern, '^\*\.', '') from changed where kind = 'mine'
    order by 1
    on conflict (domain) do update set domain = excluded.domain $sql$;
  return null;
end $$;

-- Two statements: the second one sees an owner that was added while the first one waited for the lock.
create function unwatch_sites() returns trigger language plpgsql security definer set search_path = public as $$
declare
  given_up text[];
begin
  execute $sql$
    select array_agg(domain) from (
      select domain from watched_sites
      where domain in (select regexp_replace(pattern, '^\*\.', '') from changed where kind = 'mine')
      order by domain for update) site $sql$ into given_up;
  if given_up is not null then
    delete from watched_sites site where domain = any (given_up) and not exists (
      select from site_rules rule where rule.kind = 'mine' and rule.pattern in (site.domain, '*.' || site.domain));
  end if;
  return null;
end $$;
create trigger unwatch after delete on site_rules referencing old table as changed
  for each statement execute function unwatch_sites();
