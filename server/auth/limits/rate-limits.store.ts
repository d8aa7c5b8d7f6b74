// Rate limits in PostgreSQL, shared by all processes. One number per key is enough (GCRA): the time until which the limit is
// used up. Each use advances it by `seconds`; it may not get ahead by more than `burst` uses.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';
import type { Limit } from '../auth-settings.ts';

export interface Use {
  key: string;
  limit: Limit;
  now: Date;
  /** How many uses to take at once, at most `burst`; 1 by default. */
  uses?: number;
}

/** Takes all the uses or none. Returns 0 if they were available, else the seconds until they will be. */
export async function takeUse(db: Kdb, { key, limit, now, uses = 1 }: Use): Promise<number> {
  const stepMs = limit.seconds * 1000;
  const leftMs = stepMs * (limit.burst - uses);
  const after = (ms: number) => new Date(now.getTime() + ms);
  const taken = await db
    .insertInto('auth.rate_limits')
    .values({ key, used_until: after(stepMs * uses) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          used_until: sql<Date>`greatest(rate_limits.used_until, ${now}) + make_interval(secs => ${limit.seconds * uses})`,
        })
        .where('auth.rate_limits.used_until', '<=', after(leftMs)),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken) return 0;
  return Math.max(1, await readWait(db, { key, limit, now, uses }));
}

/** Like takeUse, without taking anything. */
export async function readWait(db: Kdb, { key, limit, now, uses = 1 }: Use): Promise<number> {
  const row = await db.selectFrom('auth.rate_limits').select('used_until').where('key', '=', key).executeTakeFirst();
  const freeAt = (row?.used_until.getTime() ?? 0) - limit.seconds * 1000 * (limit.burst - uses);
  return Math.max(0, (freeAt - now.getTime()) / 1000);
}

/** Resets the key, for example after a correct password. */
export async function clearUses(db: Kdb, key: string): Promise<void> {
  await db.deleteFrom('auth.rate_limits').where('key', '=', key).execute();
}

export async function deleteFreeLimits(db: Kdb, now: Date): Promise<void> {
  await db.deleteFrom('auth.rate_limits').where('used_until', '<', now).execute();
}
