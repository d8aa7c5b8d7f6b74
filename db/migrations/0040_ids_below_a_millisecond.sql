-- Ids of rows made within the same millisecond now sort by time as well: 48 bits of milliseconds, 12 bits of the fraction (as
-- uuidv7() of PostgreSQL 18 does), and 62 random bits.
create or replace function new_id() returns uuid
  language sql volatile parallel safe
  as $$
    select encode(
      overlay(uuid_send(gen_random_uuid())
        placing int8send((t.us / 1000 << 16) | (7 << 12) | (t.us % 1000 * 4096 / 1000))
        from 1 for 8),
      'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) t
  $$;
