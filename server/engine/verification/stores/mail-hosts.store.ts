// What all workers know about mail hosts, and the slots for talking to them.

import { type RawBuilder, sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { Pace } from '../operators/pace.ts';
import type { KnownDomain, RetryReason } from '../verification.ts';
import { type RawReply, replyRow } from './mail-replies.store.ts';

/** Why and until when a host is left alone. */
export interface Rest {
  reason: RetryReason;
  until: Date;
}

export interface SlotRequest {
  operator: string;
  host: string;
  holder: string;
  /** Total slots at the operator. */
  slots: number;
  /** Limits on addresses per 24 hours and unknown recipients per hour; beyond them no slot is given. */
  pace: Pick<Pace, 'perDay' | 'unknownPerHour'>;
  /** Whose checks it is for. Where others are checking too, no one gets the whole limit. */
  forUser?: string | undefined;
  now: Date;
  until: Date;
}

export interface SlotAnswer {
  isTaken: boolean;
  /** A slot looked free; if it was not taken all the same, another worker was faster. */
  wasFree: boolean;
  /** When the next slot becomes free. */
  freeAt: Date | null;
  /** Set when the host or its operator is resting; then no slot is taken. */
  rest?: Rest;
}

/** Acquires a free slot at the operator of a host, unless either is resting. */
export async function acquireSlot(db: Kdb, request: SlotRequest): Promise<SlotAnswer> {
  const { operator, host, holder, slots } = request;
  const now = sql`${request.now}::timestamptz`;
  const { rows } = await sql<Omit<SlotAnswer, 'rest'> & { reason: RetryReason | null; until: Date | null }>`
    with rest as (
      select reason, until from (
        select rest_reason as reason, rest_until as until from mail_hosts where host = ${host}
        union all select rest_reason, rest_until from mail_operators where operator = ${operator}
        union all select 'capped', until from (${askedUntil(request, now)} union all ${unknownUntil(request, now)}) as capped
      ) as rests where until > ${now} order by until desc limit 1),
    free as (
      select number from generate_series(0, ${slots}::int - 1) as number
      where not exists (select from rest) and not exists (
        select from mail_host_slots where operator = ${operator} and slot = number and busy_until > ${now})
      order by number limit 1),
    taken as (
      insert into mail_host_slots (operator, slot, holder, busy_until)
      select ${operator}, number, ${holder}::uuid, ${request.until}::timestamptz from free
      on conflict (operator, slot) do update set holder = excluded.holder, busy_until = excluded.busy_until
        where mail_host_slots.busy_until <= ${now}
      returning slot)
    select exists (select from taken) as "isTaken", exists (select from free) as "wasFree",
      (select min(busy_until) from mail_host_slots where operator = ${operator}) as "freeAt", reason, until
    from (values (1)) as one left join rest on true`.execute(db);
  const { reason = null, until = null, ...answer } = rows[0] ?? { isTaken: false, wasFree: false, freeAt: null };
  return reason === null || until === null ? answer : { ...answer, rest: { reason, until } };
}

/** When the number of addresses checked in 24 hours drops below the limit; no row if it is below now. */
const askedUntil = (request: SlotRequest, now: RawBuilder<unknown>) => sql`(
  select at + interval '24 hours' as until from (
    select at, ${usedSince(request)} as used from mail_replies
    where operator = ${request.operator} and stage = 'recipient' and at > ${now} - interval '24 hours'
      and ${Number.isFinite(request.pace.perDay)}) as counted
  where used >= ${mostOf(request.pace.perDay)} order by at desc limit 1)`;

/** The same for unknown recipients at one host within an hour. */
const unknownUntil = (request: SlotRequest, now: RawBuilder<unknown>) => sql`(
  select at + interval '1 hour' as until from (
    select at, ${usedSince(request)} as used from mail_replies
    where mx_host = ${request.host} and judged = 'no-such-mailbox' and at > ${now} - interval '1 hour'
      and ${Number.isFinite(request.pace.unknownPerHour)}) as counted
  where used >= ${mostOf(request.pace.unknownPerHour)} order by at desc limit 1)`;

/**
 * How much of a limit was used since a reply. If other users are known at the operator, a user's own checks count twice: so no
 * one can use more than is left for the others.
 */
const usedSince = ({ operator, forUser }: SlotRequest) => {
  const ofUser = sql`${forUser ?? null}::uuid`;
  const knows = (side: RawBuilder<unknown>) =>
    sql`exists (select from mail_replies where operator = ${operator} and for_user ${side} ${ofUser})`;
  // Two lookups in the index; "other than" would read all of the user's own.
  return sql`sum(case when for_user = ${ofUser} and (${knows(sql`<`)} or ${knows(sql`>`)}) then 2 else 1 end)
    over (order by at desc rows unbounded preceding)`;
};

const mostOf = (limit: number) => (Number.isFinite(limit) ? Math.max(1, limit) : 1);

/** What a conversation revealed. */
export interface Learned {
  host?: { name: string; reachedAt?: Date; rest?: Rest };
  /** Keyed by name. */
  domains: Map<string, KnownDomain>;
  replies: RawReply[];
}

export const nothingLearned = (): Learned => ({ domains: new Map(), replies: [] });

export interface SlotRelease {
  holder: string;
  freeAt: Date;
  learned: Learned;
}

/** Releases the slot if the holder still has it, and saves what was learned. */
export async function releaseSlot(db: Kdb, { holder, freeAt, learned }: SlotRelease): Promise<void> {
  const hosts = learned.host ? [hostRow(learned.host)] : [];
  // Sorted, so that two workers never deadlock.
  const domains = [...learned.domains].sort(([a], [b]) => (a < b ? -1 : 1)).map((one) => domainRow(...one));
  await sql`
    with of_hosts as (
      insert into mail_hosts (host, reached_at, rest_reason, rest_until)
      select host, reached_at, rest_reason, rest_until
      from jsonb_populate_recordset(null::mail_hosts, ${JSON.stringify(hosts)}::jsonb)
      on conflict (host) do update set reached_at = coalesce(excluded.reached_at, mail_hosts.reached_at),
        rest_reason = excluded.rest_reason, rest_until = excluded.rest_until),
    of_domains as (
      insert into mail_domains (domain, catch_all, evidence, expires_at)
      select domain, catch_all, evidence, expires_at
      from jsonb_populate_recordset(null::mail_domains, ${JSON.stringify(domains)}::jsonb)
      on conflict (domain) do update set catch_all = excluded.catch_all, evidence = excluded.evidence,
        expires_at = excluded.expires_at),
    of_replies as (
      insert into mail_replies (at, operator, mx_host, stage, code, reply, judged, for_user)
      select at, operator, mx_host, stage, code, reply, judged, for_user
      from jsonb_to_recordset(${JSON.stringify(learned.replies.map(replyRow))}::jsonb) as said
        (at timestamptz, operator text, mx_host text, stage text, code smallint, reply text, judged text, for_user uuid))
    update mail_host_slots set busy_until = ${freeAt} where holder = ${holder}`.execute(db);
}

/** A host that answers is not resting, unless it turned us away. */
const hostRow = ({ name, reachedAt, rest }: NonNullable<Learned['host']>) => ({
  ...{ host: name, reached_at: reachedAt, rest_reason: rest?.reason, rest_until: rest?.until },
});

const domainRow = (domain: string, { catchAll, evidence, expiresAt }: KnownDomain) => ({
  ...{ domain, catch_all: catchAll, evidence, expires_at: expiresAt },
});
