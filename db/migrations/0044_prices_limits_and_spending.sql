-- What an order of backlinks may still deliver, steps that the user has stopped, and what each campaign has cost.

alter table requests
  -- Backlinks that the current order may still deliver; null when the user set no limit.
  add column backlinks_left integer check (backlinks_left >= 0),
  -- Backlinks that were found beyond that limit.
  add column over_limit integer not null default 0 check (over_limit >= 0),
  drop constraint requests_search_check,
  add constraint requests_search_check check (search in ('none', 'waiting', 'done', 'failed', 'stopped')),
  drop constraint requests_status_check,
  add constraint requests_status_check check (status in (
    'Waiting for Search Results', 'Waiting to Pick Search Results', 'No organic result',
    'Waiting for Backlinks', 'Analyzing Backlinks', 'Waiting to Pick Backlinks',
    'Waiting for Emails', 'Waiting to Download Emails', 'Something went wrong', 'Stopped')),
  drop constraint requests_check1,
  -- A campaign that failed, or was stopped before it had anything, says which step to do again.
  add constraint requests_failed_step_of_status
    check ((status in ('Something went wrong', 'Stopped')) = (failed_step is not null));

-- 'limited': some of its backlinks were beyond the order's limit. 'stopped': the user stopped the search for them.
alter table search_results
  drop constraint search_results_backlink_search_check,
  add constraint search_results_backlink_search_check
    check (backlink_search in ('none', 'waiting', 'done', 'failed', 'no-credit', 'limited', 'stopped'));

alter table backlinks
  drop constraint backlinks_contact_search_check,
  add constraint backlinks_contact_search_check
    check (contact_search in ('none', 'waiting', 'done', 'failed', 'no-credit', 'unreachable', 'stopped'));

-- A column, because row security keeps PostgreSQL from using an index on an expression over details.
alter table credit_entries add column campaign_id uuid generated always as (
  case when details ->> 'campaignId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (details ->> 'campaignId')::uuid end
) stored;
create index credit_entries_of_campaign on credit_entries (user_id, campaign_id, id desc)
  where campaign_id is not null and reason not like 'refund:%';
create index credit_entries_of_no_campaign on credit_entries (user_id, id desc) where campaign_id is null;

-- What each campaign has cost, kept by the ledger itself, so that a list of campaigns does not add up every entry.
create table campaign_spending (
  user_id uuid not null references profiles (id) on delete cascade,
  -- Without a reference: a deleted campaign stays in the ledger.
  campaign_id uuid not null,
  keyword text not null,
  backlink_spent integer not null default 0,
  backlink_refunded integer not null default 0,
  email_spent integer not null default 0,
  email_refunded integer not null default 0,
  -- The newest entry, by which the list is ordered.
  last_entry bigint not null,
  last_at timestamptz not null,
  primary key (user_id, campaign_id)
);
create index campaign_spending_newest on campaign_spending (user_id, last_entry desc);
alter table campaign_spending enable row level security;
grant select on campaign_spending to zeus_web;
create policy own_rows on campaign_spending to zeus_web using (user_id = (select current_user_id()));

create function add_campaign_spending() returns trigger
  language plpgsql
  as $$
  begin
    insert into campaign_spending as kept (user_id, campaign_id, keyword, backlink_spent, backlink_refunded, email_spent,
        email_refunded, last_entry, last_at)
      select user_id, campaign_id, coalesce((array_agg(details ->> 'keyword' order by id desc))[1], ''),
        coalesce(sum(-delta) filter (where kind = 'backlink' and delta < 0), 0),
        coalesce(sum(delta) filter (where kind = 'backlink' and delta > 0), 0),
        coalesce(sum(-delta) filter (where kind = 'email' and delta < 0), 0),
        coalesce(sum(delta) filter (where kind = 'email' and delta > 0), 0),
        max(id), max(created_at)
      from added where campaign_id is not null group by user_id, campaign_id
      on conflict (user_id, campaign_id) do update set
        keyword = coalesce(nullif(excluded.keyword, ''), kept.keyword),
        backlink_spent = kept.backlink_spent + excluded.backlink_spent,
        backlink_refunded = kept.backlink_refunded + excluded.backlink_refunded,
        email_spent = kept.email_spent + excluded.email_spent,
        email_refunded = kept.email_refunded + excluded.email_refunded,
        last_entry = excluded.last_entry, last_at = excluded.last_at;
    return null;
  end $$;

create trigger campaign_spending after insert on credit_entries referencing new table as added
  for each statement execute function add_campaign_spending();

insert into campaign_spending (user_id, campaign_id, keyword, backlink_spent, backlink_refunded, email_spent,
    email_refunded, last_entry, last_at)
  select user_id, campaign_id, coalesce((array_agg(details ->> 'keyword' order by id desc))[1], ''),
    coalesce(sum(-delta) filter (where kind = 'backlink' and delta < 0), 0),
    coalesce(sum(delta) filter (where kind = 'backlink' and delta > 0), 0),
    coalesce(sum(-delta) filter (where kind = 'email' and delta < 0), 0),
    coalesce(sum(delta) filter (where kind = 'email' and delta > 0), 0),
    max(id), max(created_at)
  from credit_entries where campaign_id is not null group by user_id, campaign_id;

-- The newest campaigns in a mode, to estimate what the next one will cost.
create index requests_of_mode on requests (mode, id desc) where mode is not null;
