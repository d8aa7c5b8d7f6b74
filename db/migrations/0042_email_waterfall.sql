-- Partners that know email addresses: what their answers were worth, who must not be asked about, and what a contact shows of it.

-- People who asked not to be processed: keyed hashes (HMAC) of name and domain or of an address, never the plain text.
create table suppressed_people (
  person_hash bytea primary key check (length(person_hash) = 32),
  -- Who said so.
  source text not null check (source <> ''),
  at timestamptz not null default now()
);

-- What the answers of each partner were worth, by day (UTC), so that those are asked first whose valid addresses cost least.
create table finder_results (
  source text not null check (source <> ''),
  day date not null,
  asked integer not null,
  found integer not null,
  valid integer not null,
  dollars double precision not null,
  primary key (source, day)
);

alter table contacts
  -- Why the verdict is what it is.
  add column verification_reason text generated always as (evidence #>> '{verification,reason}') stored,
  -- When an address that could not be confirmed is checked again by itself.
  add column next_check_at timestamptz,
  -- Since when the user's "Check again" is under way.
  add column checking_since timestamptz;
create index contacts_checking on contacts (id) where checking_since is not null;
