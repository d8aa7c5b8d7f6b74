-- In the order in which searches use the tables: contacts, then paid_addresses.

-- Whether the user asked for this one email ("Get email") while it is being fetched; otherwise an order for emails did, and it
-- ends when that is stopped. Searches under way now count as those of an order: nobody is charged too much that way.
alter table contacts add column single_fetch boolean not null default false;

-- What paid for an address, so that it can be refunded from any campaign that has it.
alter table paid_addresses add column reason text;

update paid_addresses set reason = 'email:' || address;
update paid_addresses paid set reason = search.reason
from credit_entries search cross join lateral jsonb_array_elements_text(
  case jsonb_typeof(search.details -> 'addresses') when 'array' then search.details -> 'addresses' else '[]' end) as bought (address)
where search.kind = 'email' and search.delta < 0 and search.reason like 'domain:%'
  and paid.user_id = search.user_id and paid.address = lower(bought.address)
  and not exists (
    select from credit_entries single
    where single.user_id = paid.user_id and single.kind = 'email' and single.reason = 'email:' || paid.address);

alter table paid_addresses alter column reason set not null;

create or replace function note_paid_addresses() returns trigger
  language plpgsql
  as $$
  begin
    insert into paid_addresses (user_id, address, reason)
      select added.user_id, lower(paid.address), added.reason
      from added cross join lateral (
        select substr(added.reason, 7) as address where added.reason like 'email:%'
        union all
        select jsonb_array_elements_text(added.details -> 'addresses')
          where jsonb_typeof(added.details -> 'addresses') = 'array') as paid
      where added.kind = 'email' and added.delta < 0 and paid.address is not null
      on conflict do nothing;
    return null;
  end $$;
