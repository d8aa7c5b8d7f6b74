-- Which mailbox was given what, so that deleting the account and signing up again does not bring it a second time.
-- A row refers to no user and outlives the account. The mailbox is there as a hash only, keyed by ZEUS_SECRET: without the
-- secret nobody can try addresses against it. The web role has no way in.
create table granted_addresses (
  address_hash bytea not null check (length(address_hash) = 32),
  -- The reason of the credit entries: 'trial', 'offer:code'.
  reason text not null,
  primary key (address_hash, reason)
);
