-- Background jobs in a table of our own instead of pg-boss's. Jobs still waiting there are moved here.

create table jobs (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  -- Jobs of one name with the same key are one job while they wait for their first run.
  key text,
  -- user/campaign for work done for a user; '' for Zeus's own work.
  owner text not null default '',
  priority int not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'retrying', 'running')),
  -- Which attempt runs now or comes next.
  attempt int not null default 1,
  -- How often a worker has taken the job. A worker that took it earlier can no longer end it.
  runs int not null default 0,
  due_at timestamptz not null default now(),
  -- Extended by the worker while the job runs. Once it has passed, the worker is dead.
  held_until timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'running') = (held_until is not null))
);
-- Every row is updated and deleted within seconds.
alter table jobs set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create unique index jobs_one_per_key on jobs (name, key) where state = 'waiting' and key is not null;
create index jobs_by_key on jobs (name, key) where key is not null;
create index jobs_turns on jobs (name, owner, priority desc, due_at, id) where state <> 'running';
create index jobs_due on jobs (name, due_at) where state <> 'running';
create index jobs_running on jobs (held_until) where state = 'running';
create index jobs_by_owner on jobs (owner) where owner <> '';

create table dead_letters (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  reason text not null,
  attempts int not null,
  died_at timestamptz not null default now(),
  -- When the job's feature had dealt with the failure.
  handled_at timestamptz
);
create index dead_letters_newest on dead_letters (died_at desc);

-- Casts through text, because a restored backup has these tables with text columns.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  insert into jobs (name, payload, key, owner, priority, state, attempt, due_at, created_at)
    select name, coalesce(data::text::jsonb, '{}'), nullif(singleton_key, id::text), coalesce(to_jsonb(j) ->> 'group_id', ''),
      priority::text::int, case state::text when 'created' then 'waiting' else 'retrying' end, retry_count::text::int + 1,
      start_after::text::timestamptz, created_on::text::timestamptz
    from pgboss.job j
    where state::text in ('created', 'retry', 'active') and name <> 'gave-up'
    order by created_on::text::timestamptz, id
    on conflict do nothing;
  with dead as (
    insert into dead_letters (name, payload, reason, attempts, died_at, handled_at)
      select coalesce(source ->> 'source_name', 'unknown'), coalesce(data::text::jsonb, '{}'),
        coalesce((source ->> 'source_output')::jsonb ->> 'reason', 'unknown'),
        coalesce((source ->> 'source_retry_count')::int + 1, 1), created_on::text::timestamptz,
        case when state::text = 'completed' then created_on::text::timestamptz end
      from (select j.*, to_jsonb(j) as source from pgboss.job j) j
      where name = 'gave-up'
      returning id, handled_at)
  insert into jobs (name, payload) select 'gave-up', jsonb_build_object('deadLetter', id) from dead where handled_at is null;
  drop schema pgboss cascade;
end $$;
