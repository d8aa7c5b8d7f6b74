// When each web host may be contacted again, so that all processes together are polite to it.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';

export interface HostState {
  /** Time until the turn that was taken; 0 while the host rests. */
  waitMs: number;
  /** Seconds left of its rest, and its full length. */
  rest?: { left: number; seconds: number };
  /** 429 and 503 answers within about the last hour. */
  refusals: number;
}

export interface SharedHosts {
  /** Takes the next turn at the host, `gapMs` after the last one, unless it rests. */
  takeTurn(host: string, gapMs: number): Promise<HostState>;
  /** Whether the host rests, without taking a turn. */
  look(host: string): Promise<HostState>;
  /** No process contacts the host for this many seconds. */
  rest(host: string, rest: { seconds: number; refusals: number }): Promise<void>;
}

const STATE = sql`
  greatest(0, extract(epoch from turn_at - now()) * 1000)::float8 as wait,
  case when rest_until > now() then ceil(extract(epoch from rest_until - now()))::int end as left,
  rest_seconds as seconds,
  case when refused_at > now() - interval '1 hour' then refusals else 0 end as refusals`;

interface Row {
  wait: number;
  left: number | null;
  seconds: number;
  refusals: number;
}

/** Every call rejects like any query. */
export function sharedHosts(db: Kdb): SharedHosts {
  return {
    async takeTurn(host, gapMs) {
      const { rows } = await sql<Row>`
        insert into page_hosts as known (host) values (${host})
        on conflict (host) do update set turn_at = case when known.rest_until > now() then known.turn_at
          else greatest(now(), known.turn_at + make_interval(secs => ${gapMs / 1000})) end
        returning ${STATE}`.execute(db);
      return toState(rows[0]);
    },
    async look(host) {
      const { rows } = await sql<Row>`select ${STATE} from page_hosts where host = ${host}`.execute(db);
      return toState(rows[0]);
    },
    async rest(host, { seconds, refusals }) {
      const until = sql`now() + make_interval(secs => ${seconds})`;
      const refusedAt = refusals > 0 ? sql`now()` : sql`null::timestamptz`;
      await sql`
        insert into page_hosts as known (host, rest_until, rest_seconds, refusals, refused_at)
        values (${host}, ${until}, ${seconds}, ${refusals}, ${refusedAt})
        on conflict (host) do update set
          rest_until = greatest(known.rest_until, excluded.rest_until),
          rest_seconds = case when known.rest_until > excluded.rest_until then known.rest_seconds
            else excluded.rest_seconds end,
          refusals = greatest(excluded.refusals, case when excluded.refused_at is null then known.refusals else 0 end),
          refused_at = coalesce(excluded.refused_at, known.refused_at)`.execute(db);
    },
  };
}

function toState(row: Row | undefined): HostState {
  if (row === undefined) return { waitMs: 0, refusals: 0 };
  const { wait, left, seconds, refusals } = row;
  return left === null ? { waitMs: wait, refusals } : { waitMs: 0, refusals, rest: { left, seconds } };
}

/**
 * Deletes hosts that have not been contacted for a day and do not rest. Safe to repeat. Scans about a day's hosts once an hour;
 * an index on turn_at would have to change with every request.
 */
export async function forgetIdleHosts(db: Kdb): Promise<void> {
  await sql`
    delete from page_hosts
    where turn_at < now() - interval '1 day' and (rest_until is null or rest_until < now())`.execute(db);
}
