-- Billing: who is whom at the payment provider, and what was read from there. The provider is the truth; these rows are
-- a copy that a sync may write any number of times. Credits are in the ledger, once per paid invoice.

-- The offer somebody signed up with: the promotion code of their checkout.
alter table profiles add column offer text check (length(offer) between 1 and 100);

create table billing_customers (
  user_id uuid not null references profiles (id) on delete cascade,
  -- Whose books: 'test' moves no money, 'sandbox' and 'live' are the two of Stripe. A plan of one is no plan in another.
  account text not null check (account in ('test', 'sandbox', 'live')),
  -- Names the one request that makes the customer, so that two at once make one.
  request_key uuid not null default gen_random_uuid(),
  -- The provider's id; null until that request was answered.
  id text unique,
  -- Reads begun, and the number of the newest one written: an older read never overwrites a newer one.
  reads bigint not null default 0,
  written bigint not null default 0,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, account)
);
create index billing_customers_to_sync on billing_customers (account, synced_at nulls first) where id is not null;

create table billing_subscriptions (
  id text primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  customer_id text not null references billing_customers (id) on delete cascade,
  -- Null when its price is none that the settings name.
  plan text,
  status text not null,
  renews_at timestamptz,
  cancels_at timestamptz,
  -- The plan it changes to at renews_at.
  next_plan text,
  started_at timestamptz not null
);
create index billing_subscriptions_of_customer on billing_subscriptions (customer_id);

-- What the user is shown: payments, refunds, disputes, and second subscriptions that were ended.
create table billing_records (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  customer_id text not null references billing_customers (id) on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'ended')),
  -- The provider's id of what happened.
  object_id text not null,
  plan text,
  -- In the smallest unit of the currency.
  amount integer not null default 0,
  currency text not null default 'usd',
  status text not null default '',
  receipt_url text,
  at timestamptz not null,
  unique (kind, object_id)
);
create index billing_records_newest on billing_records (customer_id, at desc, id desc);

-- Events that arrived, by the provider's id. One that is here has ordered its sync.
create table billing_events (
  id text primary key,
  type text not null,
  subject text,
  received_at timestamptz not null default now()
);
create index billing_events_oldest on billing_events (received_at);

-- Customers whose account here is gone: their subscriptions are ended at the provider, then the row goes.
create table billing_departures (
  customer_id text primary key,
  account text not null,
  left_at timestamptz not null default now()
);

create function note_billing_departure() returns trigger
  language plpgsql
  as $$
  begin
    insert into billing_departures (customer_id, account) values (old.id, old.account) on conflict do nothing;
    return null;
  end $$;

create trigger departure after delete on billing_customers
  for each row when (old.id is not null) execute function note_billing_departure();

-- The books of the test checkout, which plays the provider's part; empty wherever it is not in use.
create table test_stripe_objects (
  id text primary key,
  number bigint generated always as identity,
  object text not null,
  body jsonb not null
);
create index test_stripe_objects_newest on test_stripe_objects (object, number desc);

create table test_stripe_answers (
  key text primary key,
  fingerprint text not null,
  status integer not null,
  body jsonb not null,
  answered_at timestamptz not null default now()
);

grant select on billing_customers, billing_subscriptions, billing_records to zeus_web;
alter table billing_customers enable row level security;
alter table billing_subscriptions enable row level security;
alter table billing_records enable row level security;
create policy own_rows on billing_customers to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on billing_subscriptions to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on billing_records to zeus_web using (user_id = (select current_user_id()));
