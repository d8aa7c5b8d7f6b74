-- Every order of the list of prospects has an index, so that any page of 100,000 sites is read from one. An index also serves the
-- reverse of its order; dates of contact have two, because sites without one come last either way (decision 67).

-- The newest campaign that has the site, and its name for sorting: lower case, and short enough for an index.
alter table prospects
  add column campaign_id uuid,
  add column campaign text;

create function campaign_sort_name(keyword text) returns text language sql immutable as $$ select left(lower(keyword), 200) $$;

with newest as (
  select distinct on (b.user_id, b.domain) b.user_id, b.domain, r.id, r.keyword
  from backlinks b join requests r on r.id = b.requests_id
  order by b.user_id, b.domain, r.id desc
)
update prospects set campaign_id = newest.id, campaign = campaign_sort_name(newest.keyword)
from newest where prospects.user_id = newest.user_id and prospects.domain = newest.domain;

create index prospects_by_first_seen on prospects (user_id, first_seen_at desc, domain);
create index prospects_by_contacts on prospects (user_id, contacts desc, domain);
create index prospects_by_state on prospects (user_id, state, domain);
create index prospects_last_contacted on prospects (user_id, contacted_at desc nulls last, domain);
create index prospects_first_contacted on prospects (user_id, contacted_at, domain);
create index prospects_by_campaign on prospects (user_id, campaign, domain);

-- As in 0043, plus the campaign. Choices and contacts pass none, and leave it as it is.
drop function remember_prospects(uuid[], text[], text, integer[]);
create function remember_prospects(
  users uuid[], domains text[], next_state text, contacts_found integer[], campaigns uuid[] default null
) returns void language sql security definer set search_path = public as $$
  insert into prospects as known (user_id, domain, state, contacts, campaign_id, campaign)
  select noted.user_id, noted.domain, next_state, noted.contacts, noted.campaign_id, campaign_sort_name(requests.keyword)
  from (
    select user_id, domain, sum(found) as contacts,
      (array_agg(campaign_id order by campaign_id desc nulls last))[1] as campaign_id
    from unnest(users, domains, contacts_found, campaigns) as one (user_id, domain, found, campaign_id)
    group by user_id, domain
  ) noted left join requests on requests.id = noted.campaign_id
  -- Locked in one order, so that two statements wait for each other instead of deadlocking.
  order by noted.user_id, noted.domain
  on conflict (user_id, domain) do update set
    last_seen_at = now(),
    contacts = known.contacts + excluded.contacts,
    campaign_id = greatest(known.campaign_id, excluded.campaign_id),
    campaign = case
      when excluded.campaign_id is null or excluded.campaign_id < known.campaign_id then known.campaign
      else excluded.campaign
    end,
    state = case
      when next_state = 'contact_found' and known.state in ('seen', 'removed', 'kept') then next_state
      when next_state = 'kept' and known.state in ('seen', 'removed') then next_state
      when next_state = 'removed' and known.state in ('seen', 'kept') then next_state
      else known.state
    end
$$;
revoke execute on function remember_prospects from public;

create or replace function remember_new_backlinks() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform remember_prospects(array_agg(user_id), array_agg(domain), 'seen', array_agg(0), array_agg(requests_id))
    from changed where not keep having count(*) > 0;
  perform remember_prospects(array_agg(user_id), array_agg(domain), 'kept', array_agg(0), array_agg(requests_id))
    from changed where keep having count(*) > 0;
  return null;
end $$;

-- Deliveries lock the campaign, so a new name is never overwritten with the former one.
create function rename_campaign_of_prospects() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update prospects set campaign = campaign_sort_name(new.keyword)
  where user_id = new.user_id and domain in (
    select domain from prospects
    where user_id = new.user_id and campaign = campaign_sort_name(old.keyword) and campaign_id = new.id
    order by domain for update);
  return null;
end $$;
create trigger rename_prospects after update of keyword on requests
  for each row when (old.keyword is distinct from new.keyword) execute function rename_campaign_of_prospects();

-- Sites of a deleted campaign get the newest one of those that remain.
create function forget_campaign_of_prospects() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    with locked as materialized (
      select p.user_id, p.domain from prospects p
      where (p.user_id, p.domain, p.campaign_id) in (select user_id, domain, requests_id from changed)
      order by p.user_id, p.domain for update
    ), remaining as (
      select locked.user_id, locked.domain, newest.id, newest.keyword
      from locked left join lateral (
        select r.id, r.keyword from backlinks b join requests r on r.id = b.requests_id
        where b.user_id = locked.user_id and b.domain = locked.domain
        order by r.id desc limit 1
      ) newest on true
    )
    update prospects p set campaign_id = remaining.id, campaign = campaign_sort_name(remaining.keyword)
    from remaining where p.user_id = remaining.user_id and p.domain = remaining.domain $query$;
  return null;
end $$;
create trigger forget_campaign after delete on backlinks referencing old table as changed
  for each statement execute function forget_campaign_of_prospects();
