-- What every later migration stands on: the role web requests run as, the user they run for, and row ids.

-- Roles belong to the whole server, so another database on it may have made this one already, or be making it right now.
do $$
begin
  if not exists (select from pg_roles where rolname = 'zeus_web') then
    create role zeus_web nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  if not pg_has_role(current_user, 'zeus_web', 'member') then
    execute format('grant zeus_web to %I', current_user);
  end if;
exception when unique_violation or internal_error then null;
end $$;

revoke create on schema public from public;
grant usage on schema public to zeus_web;

-- The user a web request runs for; null outside such a request, and then no policy lets any row through.
create function current_user_id() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('zeus.user_id', true), '')::uuid $$;

-- Ids that sort by time and cannot be guessed: the layout of UUID version 7 (48 bits of milliseconds, 74 random bits).
-- PostgreSQL 18 brings uuidv7(); this one works on every supported version.
create function new_id() returns uuid
  language sql volatile parallel safe
  as $$
    select encode(
      set_bit(
        set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6),
          52, 1),
        53, 1),
      'hex')::uuid
  $$;

create function touch_updated_at() returns trigger
  language plpgsql
  as $$
  begin
    new.updated_at := now();
    return new;
  end $$;
