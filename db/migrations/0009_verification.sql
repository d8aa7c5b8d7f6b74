-- What mail servers have said about addresses, shared by all users and workers, and how Zeus keeps from pressing them.
-- It belongs to no user and the web role has no rights on it: the engine reads and writes it as the owner.

create table email_verifications (
  -- SHA-256 of the address: enough to find a verdict again, and no list of people's addresses.
  address_hash bytea primary key check (length(address_hash) = 32),
  verdict text not null check (verdict in ('valid', 'invalid', 'catch_all', 'unknown')),
  reason text not null check (reason <> ''),
  source text not null check (source <> ''),
  evidence jsonb not null,
  could_not_look boolean not null default false,
  checked_at timestamptz not null,
  -- Until then the verdict is believed; for 'unknown', until then nobody is asked again.
  expires_at timestamptz not null,
  check (verdict = 'unknown' or not could_not_look)
);
create index email_verifications_expiry on email_verifications (expires_at);

-- Whether a domain accepts mail for addresses that cannot exist.
create table mail_domains (
  domain text primary key check (domain <> ''),
  catch_all boolean not null,
  evidence jsonb not null,
  expires_at timestamptz not null
);
create index mail_domains_expiry on mail_domains (expires_at);

create table mail_hosts (
  host text primary key check (host <> ''),
  reached_at timestamptz,
  -- A host that was not there, or turned us away at its door, is left alone until then.
  rest_until timestamptz,
  rest_reason text,
  check ((rest_until is null) = (rest_reason is null))
);
create index mail_hosts_resting on mail_hosts (rest_until) where rest_until is not null;
create index mail_hosts_reached on mail_hosts (reached_at) where reached_at is not null;

-- The places at the mail servers of one operator: as many rows as conversations may be held at once. A place is taken
-- until busy_until; whoever leaves it sets that to the end of the pause.
create table mail_host_slots (
  operator text not null check (operator <> ''),
  slot smallint not null check (slot >= 0),
  holder uuid not null,
  busy_until timestamptz not null,
  primary key (operator, slot)
);
create index mail_host_slots_idle on mail_host_slots (busy_until);
