-- Campaigns that the user has put away, what each campaign holds, and which rows a bulk selection can still undo.

alter table requests add column archived_at timestamptz;

-- The bulk change that last set `keep`; null once the row has been chosen again in any other way. Undoing a change resets the
-- rows that still carry it, so that a later choice, also from another window, stays. Not indexed: the rows of a campaign are
-- read through its own indexes, and an index would make every selection rewrite it.
alter table search_results add column bulk_change uuid;
alter table backlinks add column bulk_change uuid;
alter table contacts add column bulk_change uuid;
grant update (bulk_change) on search_results, backlinks, contacts to zeus_web;

-- How many rows each campaign has, kept up to date by triggers, so that a list of campaigns does not count them.
create table campaign_counts (
  campaign_id uuid primary key,
  user_id uuid not null,
  backlinks integer not null default 0,
  contacts integer not null default 0,
  valid_emails integer not null default 0,
  foreign key (campaign_id, user_id) references requests (id, user_id) on delete cascade
);
alter table campaign_counts enable row level security;
grant select on campaign_counts to zeus_web;
create policy own_rows on campaign_counts to zeus_web using (user_id = (select current_user_id()));

create function start_campaign_counts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into campaign_counts (campaign_id, user_id) values (new.id, new.user_id);
  return null;
end $$;
create trigger count_insert after insert on requests for each row execute function start_campaign_counts();

-- Locks in the order of the ids, so that two statements wait for each other instead of deadlocking. When a whole campaign is
-- deleted, its counts may already be gone.
create function add_to_campaign_counts(campaigns uuid[], backlinks_added integer[], contacts_added integer[], valid_added integer[])
returns void language sql security definer set search_path = public as $$
  with added as (
    select campaign_id, sum(b)::int as backlinks, sum(c)::int as contacts, sum(v)::int as valid_emails
    from unnest(campaigns, backlinks_added, contacts_added, valid_added) as change (campaign_id, b, c, v)
    group by campaign_id
  ), locked as materialized (
    select campaign_id from campaign_counts where campaign_id in (select campaign_id from added) order by campaign_id for update
  )
  update campaign_counts counts set
    backlinks = counts.backlinks + added.backlinks,
    contacts = counts.contacts + added.contacts,
    valid_emails = counts.valid_emails + added.valid_emails
  from added join locked using (campaign_id) where counts.campaign_id = added.campaign_id
$$;
revoke execute on function add_to_campaign_counts from public;

-- Planned anew each time, for the reason given at remember_choices.
create function count_backlinks() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select add_to_campaign_counts(array_agg(id), array_agg(n), array_agg(0), array_agg(0))
    from (select requests_id as id, count(*)::int as n from changed group by requests_id) as by_campaign having count(*) > 0 $query$;
  return null;
end $$;
create function uncount_backlinks() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select add_to_campaign_counts(array_agg(id), array_agg(-n), array_agg(0), array_agg(0))
    from (select requests_id as id, count(*)::int as n from changed group by requests_id) as by_campaign having count(*) > 0 $query$;
  return null;
end $$;
create trigger count_insert after insert on backlinks referencing new table as changed
  for each statement execute function count_backlinks();
create trigger count_delete after delete on backlinks referencing old table as changed
  for each statement execute function uncount_backlinks();

create function count_contacts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select add_to_campaign_counts(array_agg(id), array_agg(0), array_agg(n), array_agg(valid))
    from (
      select request_id as id, count(*)::int as n, (count(*) filter (where verification = 'valid'))::int as valid
      from changed group by request_id
    ) as by_campaign having count(*) > 0 $query$;
  return null;
end $$;
create function uncount_contacts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select add_to_campaign_counts(array_agg(id), array_agg(0), array_agg(-n), array_agg(-valid))
    from (
      select request_id as id, count(*)::int as n, (count(*) filter (where verification = 'valid'))::int as valid
      from changed group by request_id
    ) as by_campaign having count(*) > 0 $query$;
  return null;
end $$;
create function recount_contacts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute $query$
    select add_to_campaign_counts(array_agg(id), array_agg(0), array_agg(0), array_agg(valid))
    from (
      select later.request_id as id,
        sum((later.verification is not distinct from 'valid')::int - (earlier.verification is not distinct from 'valid')::int)::int as valid
      from changed later join former earlier using (id)
      -- Also where only the email was found: like every other change, it then locks the counts before the prospects.
      where (later.verification, later.email_state) is distinct from (earlier.verification, earlier.email_state)
      group by later.request_id
    ) as by_campaign having count(*) > 0 $query$;
  return null;
end $$;
create trigger count_insert after insert on contacts referencing new table as changed
  for each statement execute function count_contacts();
create trigger count_delete after delete on contacts referencing old table as changed
  for each statement execute function uncount_contacts();
create trigger count_update after update on contacts referencing old table as former new table as changed
  for each statement execute function recount_contacts();

insert into campaign_counts (campaign_id, user_id, backlinks, contacts, valid_emails)
select r.id, r.user_id, coalesce(b.n, 0), coalesce(c.n, 0), coalesce(c.valid, 0)
from requests r
left join (select requests_id, count(*) as n from backlinks group by requests_id) b on b.requests_id = r.id
left join (
  select request_id, count(*) as n, count(*) filter (where verification = 'valid') as valid from contacts group by request_id
) c on c.request_id = r.id;
