// Leases: only one process works on a thing at a time, and if it dies, others wait no longer than the lease.

import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';

export interface Lease {
  /** Call often; it writes only after a third of the time. False if another process has it by now: stop working. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** Null if another process holds it. */
export async function takeLease(db: Kdb, name: string, seconds: number): Promise<Lease | null> {
  const holder = randomUUID();
  const take = async () => {
    const { rows } = await sql`
      insert into index_leases as held (name, holder, until)
      values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where held.until < now() or held.holder = excluded.holder
      returning name`.execute(db);
    return rows.length > 0;
  };
  if (!(await take())) return null;
  let renewAfter = Date.now() + (seconds * 1000) / 3;
  return {
    async renew() {
      if (Date.now() < renewAfter) return true;
      renewAfter = Date.now() + (seconds * 1000) / 3;
      return take();
    },
    async release() {
      await db.deleteFrom('index_leases').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}

/** Renews the lease at intervals until `stop`, for work that may wait longer than the lease. `onLost`: another process has it by now. */
export function keepRenewing(lease: Lease, seconds: number, onLost: () => void): { stop(): Promise<void> } {
  const done = new AbortController();
  const renew = async () => {
    for await (const _ of setInterval((seconds * 1000) / 4, undefined, { signal: done.signal })) {
      // While the database can't be reached, nobody else can take it either.
      if (!(await lease.renew().catch(() => true))) return onLost();
    }
  };
  const renewing = renew().catch(() => {});
  return {
    async stop() {
      done.abort();
      // A renewal that ended after the release would take the lease again.
      await renewing;
    },
  };
}
