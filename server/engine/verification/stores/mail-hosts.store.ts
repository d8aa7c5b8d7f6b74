// What is remembered of mail hosts, and the places at them, in PostgreSQL so that all workers share both.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { RetryReason } from '../verification.ts';
import { domainRow, type KnownDomain } from './verdicts.store.ts';

/** Why and how long a host is left alone. */
export interface Rest {
  reason: RetryReason;
  until: Date;
}

export interface PlaceWish {
  operator: string;
  host: string;
  holder: string;
  /** Places at the operator in all. */
  places: number;
  now: Date;
  until: Date;
}

export interface PlaceAnswer {
  isTaken: boolean;
  /** Free when it was looked for; when it is not taken all the same, somebody was quicker. */
  wasFree: boolean;
  /** When the next place becomes free. */
  freeAt: Date | null;
  /** Set when the host is to be left alone; then no place is taken. */
  rest?: Rest;
}

/** Takes a free place at the operator of a host, unless the host rests. */
export async function takePlace(db: Kdb, wish: PlaceWish): Promise<PlaceAnswer> {
  const { operator, host, holder, places } = wish;
  const now = sql`${wish.now}::timestamptz`;
  const { rows } = await sql<Omit<PlaceAnswer, 'rest'> & { reason: RetryReason | null; until: Date | null }>`
    with rest as (
      select rest_reason as reason, rest_until as until from mail_hosts where host = ${host} and rest_until > ${now}),
    free as (
      select number from generate_series(0, ${places}::int - 1) as number
      where not exists (select from rest) and not exists (
        select from mail_host_slots where operator = ${operator} and slot = number and busy_until > ${now})
      order by number limit 1),
    taken as (
      insert into mail_host_slots (operator, slot, holder, busy_until)
      select ${operator}, number, ${holder}::uuid, ${wish.until}::timestamptz from free
      on conflict (operator, slot) do update set holder = excluded.holder, busy_until = excluded.busy_until
        where mail_host_slots.busy_until <= ${now}
      returning slot)
    select exists (select from taken) as "isTaken", exists (select from free) as "wasFree",
      (select min(busy_until) from mail_host_slots where operator = ${operator}) as "freeAt", reason, until
    from (values (1)) as one left join rest on true`.execute(db);
  const { reason = null, until = null, ...answer } = rows[0] ?? { isTaken: false, wasFree: false, freeAt: null };
  return reason === null || until === null ? answer : { ...answer, rest: { reason, until } };
}

/** What a conversation has shown. */
export interface Learnt {
  host?: { name: string; reachedAt?: Date; rest?: Rest };
  /** By name. */
  domains: Map<string, KnownDomain>;
}

/** Gives a place back, free from the given time on, unless somebody else has it by now; and keeps what was learnt. */
export async function leavePlace(db: Kdb, holder: string, freeAt: Date, { host, domains }: Learnt): Promise<void> {
  const leave = db.updateTable('mail_host_slots').set({ busy_until: freeAt }).where('holder', '=', holder);
  const parts = [
    ...(host ? [sql`of_host as (${hostRow(db, host)})`] : []),
    ...[...domains].map(
      ([name, known], i) => sql`${sql.ref(`of_domain_${i}`)} as (${domainRow(db, { name, ...known })})`,
    ),
  ];
  const before = parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``;
  await sql`${before}${leave}`.execute(db);
}

/** A host that answers is not resting, unless it turned us away. */
function hostRow(db: Kdb, { name, reachedAt, rest }: NonNullable<Learnt['host']>) {
  const values = {
    ...(reachedAt ? { reached_at: reachedAt } : {}),
    rest_reason: rest?.reason ?? null,
    rest_until: rest?.until ?? null,
  };
  return db
    .insertInto('mail_hosts')
    .values({ host: name, ...values })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(values));
}
