-- The addresses each user has paid for, one row each: an address, once paid for, stays free. The ledger has the same
-- addresses in its details, but looking one up there means reading every domain search the user ever made, and that
-- happened while their balance was locked. Filled by the ledger itself, so no spend can forget it.
create table paid_addresses (
  user_id uuid not null references profiles (id) on delete cascade,
  -- In lower case.
  address text not null check (address = lower(address)),
  primary key (user_id, address)
);

create function note_paid_addresses() returns trigger
  language plpgsql
  as $$
  begin
    insert into paid_addresses (user_id, address)
      select added.user_id, lower(paid.address)
      from added cross join lateral (
        select substr(added.reason, 7) as address where added.reason like 'email:%'
        union all
        select jsonb_array_elements_text(added.details -> 'addresses')
          where jsonb_typeof(added.details -> 'addresses') = 'array') as paid
      where added.kind = 'email' and added.delta < 0 and paid.address is not null
      on conflict do nothing;
    return null;
  end $$;

create trigger paid_addresses after insert on credit_entries referencing new table as added
  for each statement execute function note_paid_addresses();

insert into paid_addresses (user_id, address)
  select user_id, lower(substr(reason, 7)) from credit_entries
    where kind = 'email' and delta < 0 and reason like 'email:%'
  union
  select user_id, lower(address)
    from credit_entries cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(details -> 'addresses') when 'array' then details -> 'addresses' else '[]' end) as paid (address)
    where kind = 'email' and delta < 0 and address is not null
  on conflict do nothing;

drop index credit_entries_domain_searches;

-- One update of the balance for all entries of a statement. Row by row, every entry after the first had to step over the
-- versions that the ones before it had left: hundreds of addresses paid at once held the balance for hundreds of milliseconds.
drop trigger apply_entry on credit_entries;

create or replace function apply_credit_entry() returns trigger
  language plpgsql
  as $$
  begin
    update profiles set
      credits = credits + added.backlink,
      email_credits = email_credits + added.email
    from (
      select user_id, coalesce(sum(delta) filter (where kind = 'backlink'), 0) as backlink,
        coalesce(sum(delta) filter (where kind = 'email'), 0) as email
      from entered group by user_id) as added
    where profiles.id = added.user_id;
    return null;
  end $$;

create trigger apply_entry after insert on credit_entries referencing new table as entered
  for each statement execute function apply_credit_entry();

-- Only the worker reads it.
alter table paid_addresses enable row level security;
