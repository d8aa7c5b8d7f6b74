-- What a vendor answered after the worker that asked had died, until another worker reads it. Encrypted, because vendors repeat
-- what they were sent, keys among it. Belongs to no user; the web role has no rights on it.
create table provider_replies (
  -- Of provider_calls, which stays under way until then.
  call_id bigint primary key,
  reply bytea not null,
  -- As long as the answer may be reused.
  expires_at timestamptz not null
);
