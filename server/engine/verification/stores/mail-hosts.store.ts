// What is remembered of mail hosts, and the places at them, in PostgreSQL so that all workers share both.

import type { Kdb } from '../../../platform/db.ts';
import type { RetryReason } from '../verification.ts';

export interface Rest {
  reason: RetryReason;
  until: Date;
}

/** Why and how long a host is left alone; undefined when it may be asked. */
export async function readRest(db: Kdb, host: string, now: Date): Promise<Rest | undefined> {
  const row = await db
    .selectFrom('mail_hosts')
    .select(['rest_reason', 'rest_until'])
    .where('host', '=', host)
    .where('rest_until', '>', now)
    .executeTakeFirst();
  if (row?.rest_until == null || row.rest_reason === null) return undefined;
  return { reason: row.rest_reason as RetryReason, until: row.rest_until };
}

export async function noteRest(db: Kdb, host: string, rest: Rest): Promise<void> {
  const values = { rest_reason: rest.reason, rest_until: rest.until };
  await db
    .insertInto('mail_hosts')
    .values({ host, ...values })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(values))
    .execute();
}

/** A host that answers is not resting. */
export async function noteReached(db: Kdb, host: string, now: Date): Promise<void> {
  const values = { reached_at: now, rest_reason: null, rest_until: null };
  await db
    .insertInto('mail_hosts')
    .values({ host, ...values })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(values))
    .execute();
}

/** How many hosts are resting because they were not there, and whether any host was reached since the given time. */
export async function countUnreachable(
  db: Kdb,
  { now, since }: { now: Date; since: Date },
): Promise<{ unreachable: number; isAnyReached: boolean }> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('mail_hosts')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('rest_until', '>', now)
        .where('rest_reason', '=', 'unreachable')
        .as('unreachable'),
      eb.exists(eb.selectFrom('mail_hosts').select('host').where('reached_at', '>', since)).as('reached'),
    ])
    .executeTakeFirstOrThrow();
  return { unreachable: row.unreachable ?? 0, isAnyReached: Boolean(row.reached) };
}

export interface SlotWish {
  operator: string;
  slot: number;
  holder: string;
  now: Date;
  until: Date;
}

/** Takes one place if it is free. */
export async function takeSlot(db: Kdb, { operator, slot, holder, now, until }: SlotWish): Promise<boolean> {
  const taken = await db
    .insertInto('mail_host_slots')
    .values({ operator, slot, holder, busy_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['operator', 'slot'])
        .doUpdateSet({ holder, busy_until: until })
        .where('mail_host_slots.busy_until', '<=', now),
    )
    .returning('slot')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives a place back, free from the given time on; does nothing when somebody else has it by now. */
export async function leaveSlot(db: Kdb, holder: string, freeAt: Date): Promise<void> {
  await db.updateTable('mail_host_slots').set({ busy_until: freeAt }).where('holder', '=', holder).execute();
}

/** When the next place becomes free. */
export async function nextFree(db: Kdb, operator: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('mail_host_slots')
    .select(({ fn }) => fn.min('busy_until').as('at'))
    .where('operator', '=', operator)
    .executeTakeFirst();
  return row?.at ?? undefined;
}
