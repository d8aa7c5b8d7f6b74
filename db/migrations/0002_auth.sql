-- The auth service's tables. The web role has no way in: only the auth service reads them.
-- What would open an account is never here in the clear: refresh tokens, links and codes are hashes;
-- signing keys and factor secrets are sealed with keys derived from ZEUS_SECRET.
create schema auth;

create table auth.users (
  id uuid primary key default new_id(),
  email text unique check (email = lower(email) and length(email) <= 255),
  role text not null default 'authenticated',
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  invited_at timestamptz,
  recovery_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  -- An address the user wants instead; it takes the old one's place when both mailboxes have agreed.
  new_email text check (new_email = lower(new_email) and length(new_email) <= 255),
  email_change_sent_at timestamptz,
  email_change_agreed text check (email_change_agreed in ('current', 'new')),
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  deleted_at timestamptz,
  -- Ours to write (provider, providers); user_metadata is the user's own and proves nothing.
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_newest on auth.users (created_at desc, id desc);

create table auth.identities (
  id uuid primary key default new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  -- The provider's name for the person; for email, the user's id.
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_of_user on auth.identities (user_id);

create table auth.factors (
  id uuid primary key default new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type = 'totp'),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  sealed_secret text not null,
  -- The 30-second step of the last accepted code: that code and older ones are refused.
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, friendly_name)
);

create table auth.challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors (id) on delete cascade,
  ip text not null,
  tries_left smallint not null default 5,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index challenges_of_factor on auth.challenges (factor_id);

create table auth.recovery_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);

-- Locks are always taken in the order user, session, token: a sign-out and a refresh at the same moment cannot deadlock.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- How the user proved who they are: [{"method": "password", "timestamp": 1700000000}], each method once, newest first.
  amr jsonb not null,
  factor_id uuid references auth.factors (id) on delete set null,
  ip text not null,
  user_agent text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_of_user on auth.sessions (user_id);
create index sessions_of_factor on auth.sessions (factor_id);
create index sessions_idle on auth.sessions (refreshed_at);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  token_hash bytea not null unique,
  -- The token this one replaced.
  parent_id bigint,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_of_session on auth.refresh_tokens (session_id);
create unique index refresh_tokens_one_active on auth.refresh_tokens (session_id) where revoked_at is null;

-- A flow that ends in a code for the browser (PKCE), and the state of a social sign-in.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  -- Known at once for mail flows; for social sign-in after the callback.
  user_id uuid references auth.users (id) on delete cascade,
  -- What the session's amr will say: 'email/signup', 'magiclink', 'recovery', 'invite', 'email_change', 'oauth'.
  method text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  code_hash bytea unique,
  code_expires_at timestamptz,
  state_hash bytea unique,
  state_used_at timestamptz,
  provider text,
  redirect_to text,
  -- The user an identity is being linked to, when the flow was started for that.
  linking_user_id uuid references auth.users (id) on delete cascade,
  -- Nonce and verifier on the way to the provider, the provider's tokens on the way back.
  sealed text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index flow_states_of_user on auth.flow_states (user_id);
create index flow_states_linking on auth.flow_states (linking_user_id);

-- One live link and code per user and kind.
create table auth.one_time_tokens (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  -- The address it was mailed to.
  sent_to text not null,
  link_hash bytea unique,
  code_hash bytea not null,
  tries_left smallint not null default 5,
  flow_state_id uuid references auth.flow_states (id) on delete cascade,
  -- Asked for by somebody who did not show the password of a never confirmed account: using it removes that password.
  distrusts_password boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, kind)
);
create index one_time_tokens_sent_to on auth.one_time_tokens (sent_to);
create index one_time_tokens_of_flow on auth.one_time_tokens (flow_state_id);

-- The newest key whose time has come signs; all of them verify. A new key is known everywhere before it signs.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk text not null,
  active_from timestamptz not null,
  created_at timestamptz not null default now()
);

-- One row per limited thing: until when its allowance is used up. Losing these in a crash is no harm, so no write-ahead log.
create unlogged table auth.rate_limits (
  key text primary key,
  used_until timestamptz not null
);
create index rate_limits_over on auth.rate_limits (used_until);

create table auth.audit_entries (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users (id) on delete cascade,
  action text not null,
  ip text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_entries_of_user on auth.audit_entries (user_id, id desc);
create index audit_entries_old on auth.audit_entries (created_at);

create trigger touch before update on auth.users for each row execute function touch_updated_at();
create trigger touch before update on auth.identities for each row execute function touch_updated_at();
create trigger touch before update on auth.factors for each row execute function touch_updated_at();
