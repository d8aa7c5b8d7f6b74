// Allowances in PostgreSQL, so that all processes share them. One number per key is enough (GCRA): the moment until which
// the allowance is used up. Each use moves it on by `seconds`; it may not run further ahead than `burst` uses.
import type { Kdb } from '../../platform/db.ts';
import type { Limit } from '../auth-settings.ts';

export interface Use {
  key: string;
  limit: Limit;
  now: Date;
  /** How many are taken at once, not more than `burst`; 1 without it. */
  uses?: number;
}

/** Takes what is asked for, or nothing. Returns 0 when it was free, else the seconds after which it will be. */
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
        .doUpdateSet((eb) => ({
          used_until: eb(
            eb.fn<Date>('greatest', ['auth.rate_limits.used_until', eb.val(now)]),
            '+',
            eb.fn<Date>('make_interval', [
              eb.lit(0),
              eb.lit(0),
              eb.lit(0),
              eb.lit(0),
              eb.lit(0),
              eb.lit(0),
              eb.val(limit.seconds * uses),
            ]),
          ),
        }))
        .where('auth.rate_limits.used_until', '<=', after(leftMs)),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken) return 0;
  const row = await db.selectFrom('auth.rate_limits').select('used_until').where('key', '=', key).executeTakeFirst();
  const freeAt = (row?.used_until.getTime() ?? 0) - leftMs;
  return Math.max(1, (freeAt - now.getTime()) / 1000);
}

/** Forgets what was used, as after a right password. */
export async function clearUses(db: Kdb, key: string): Promise<void> {
  await db.deleteFrom('auth.rate_limits').where('key', '=', key).execute();
}

export async function deleteFreeLimits(db: Kdb, now: Date): Promise<void> {
  await db.deleteFrom('auth.rate_limits').where('used_until', '<', now).execute();
}
