-- Prospect memory: what each user knows about each site, whatever campaign it came from.

-- One row per user and site. A site is a registrable domain; on shared platforms such as blogspot.com it is the host.
create table prospects (
  user_id uuid not null references profiles (id) on delete cascade,
  domain text not null check (length(domain) between 1 and 253),
  state text not null default 'seen' check (state in
    ('seen', 'removed', 'kept', 'contact_found', 'handed_over', 'contacted', 'replied', 'linked', 'do_not_contact')),
  note text not null default '' check (length(note) <= 500),
  -- Addresses found so far, whatever became of the campaigns that found them.
  contacts integer not null default 0,
  contacted_at timestamptz,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, domain)
);
create index prospects_newest on prospects (user_id, last_seen_at desc, domain);

-- Sites that are never delivered: blocked ones, the user's own, and competitors. A pattern is a domain, or '*.' and a domain for
-- everything below it.
create table site_rules (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('blocked', 'mine', 'competitor')),
  pattern text not null check (length(pattern) between 1 and 255),
  reason text not null default '' check (length(reason) <= 200),
  created_at timestamptz not null default now(),
  unique (user_id, kind, pattern)
);

-- Found for a campaign, but left out because of what the user knows about the site. One row per site, however often it was found.
create table left_out_sites (
  campaign_id uuid not null references requests (id) on delete cascade,
  user_id uuid not null,
  domain text not null,
  reason text not null check (reason in ('blocked', 'mine', 'competitor', 'do_not_contact', 'links_to_me', 'in_campaign', 'contacted')),
  -- The campaign that has the site already; its name at that time.
  other_campaign text,
  primary key (campaign_id, domain)
);

-- Which rules a campaign applies before it delivers. Own sites and competitors are always left out.
alter table requests
  add column skip_blocked boolean not null default true,
  add column skip_in_campaign boolean not null default true,
  add column skip_linking_to_me boolean not null default true,
  -- Sites contacted within so many days; null: none.
  add column skip_contacted_days integer default 100 check (skip_contacted_days between 1 and 3650);

-- Why a rule would have left the backlink out, where the rule was off.
alter table backlinks add column history jsonb;
create index backlinks_of_site on backlinks (user_id, domain);

-- Campaigns maintain the memory. States a user sets (from 'contacted' on) are never changed by a campaign.
create function remember_prospects(users uuid[], domains text[], next_state text, contacts_found integer[]) returns void
language sql security definer set search_path = public as $$
  insert into prospects as known (user_id, domain, state, contacts)
  select user_id, domain, next_state, sum(found)
  from unnest(users, domains, contacts_found) as noted (user_id, domain, found)
  group by user_id, domain
  -- Locked in one order, so that two statements wait for each other instead of deadlocking.
  order by user_id, domain
  on conflict (user_id, domain) do update set
    last_seen_at = now(),
    contacts = known.contacts + excluded.contacts,
    state = case
      when next_state = 'contact_found' and known.state in ('seen', 'removed', 'kept') then next_state
      when next_state = 'kept' and known.state in ('seen', 'removed') then next_state
      when next_state = 'removed' and known.state in ('seen', 'kept') then next_state
      else known.state
    end
$$;
revoke execute on function remember_prospects from public;

create function remember_new_backlinks() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform remember_prospects(array_agg(user_id), array_agg(domain), 'seen', array_agg(0)) from changed where not keep having count(*) > 0;
  perform remember_prospects(array_agg(user_id), array_agg(domain), 'kept', array_agg(0)) from changed where keep having count(*) > 0;
  return null;
end $$;
create trigger remember_insert after insert on backlinks referencing new table as changed
  for each statement execute function remember_new_backlinks();

-- A backlink is removed when it was screened and not kept. Planned anew each time: a plan made for one row is kept by
-- plpgsql, and takes half a minute for ten thousand.
create function remember_choices() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select remember_prospects(array_agg(later.user_id), array_agg(later.domain), 'kept', array_agg(0))
    from changed later join former earlier using (id) where later.keep and not earlier.keep having count(*) > 0 $query$;
  execute $query$
    select remember_prospects(array_agg(later.user_id), array_agg(later.domain), 'removed', array_agg(0))
    from changed later join former earlier using (id)
    where later.screened and not later.keep and (earlier.keep or not earlier.screened) having count(*) > 0 $query$;
  return null;
end $$;
create trigger remember_choice after update on backlinks referencing old table as former new table as changed
  for each statement execute function remember_choices();

create function remember_found_contacts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select remember_prospects(array_agg(b.user_id), array_agg(b.domain), 'contact_found', array_agg(1))
    from changed later join backlinks b on b.id = later.backlink_id where later.email_state = 'found' having count(*) > 0 $query$;
  return null;
end $$;
create function remember_changed_contacts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select remember_prospects(array_agg(b.user_id), array_agg(b.domain), 'contact_found', array_agg(1))
    from changed later join former earlier using (id) join backlinks b on b.id = later.backlink_id
    where later.email_state = 'found' and earlier.email_state <> 'found' having count(*) > 0 $query$;
  return null;
end $$;
create trigger remember_insert after insert on contacts referencing new table as changed
  for each statement execute function remember_found_contacts();
create trigger remember_update after update on contacts referencing old table as former new table as changed
  for each statement execute function remember_changed_contacts();

-- What campaigns knew before there was a memory.
insert into prospects (user_id, domain, state, contacts, first_seen_at, last_seen_at)
select b.user_id, b.domain,
  case when coalesce(sum(c.found), 0) > 0 then 'contact_found' when bool_or(b.keep) then 'kept'
    when bool_or(b.screened) then 'removed' else 'seen' end,
  coalesce(sum(c.found), 0), min(b.created_at), max(b.created_at)
from backlinks b
left join lateral (select count(*) as found from contacts c where c.backlink_id = b.id and c.email_state = 'found') c on true
group by b.user_id, b.domain;

grant select on prospects, site_rules, left_out_sites to zeus_web;
alter table prospects enable row level security;
alter table site_rules enable row level security;
alter table left_out_sites enable row level security;
create policy own_rows on prospects to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on site_rules to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on left_out_sites to zeus_web using (user_id = (select current_user_id()));
