-- The auth service's tables. The web role has no way in: only the auth service reads them.
create schema auth;

create table auth.users (
  id uuid primary key default new_id(),
  email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
