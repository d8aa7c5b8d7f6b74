// Leases: only one process works on a thing at a time, and if it dies, others wait no longer than the lease.

import { randomUUID } from 'node:crypto';
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
