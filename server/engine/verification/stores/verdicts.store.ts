// The shared cache: verdicts by the hash of their address, and what is known of whole domains.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { Evidence, Verdict, Verification, VerificationReason } from '../verification.ts';

/** Letter case makes no difference at any mail service in use, so it makes none here. */
const hashOf = (address: string) => createHash('sha256').update(address.toLowerCase()).digest();

const secondsBetween = (from: Date, to: Date) => Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000));

export type KeptVerdict = Omit<Verification, 'role'>;

/** The verdict that still holds; for 'unknown', with what is left of its pause. */
export async function readVerdict(db: Kdb, address: string, now: Date): Promise<KeptVerdict | undefined> {
  const row = await db
    .selectFrom('email_verifications')
    .selectAll()
    .where('address_hash', '=', hashOf(address))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    verdict: row.verdict as Verdict,
    reason: row.reason as VerificationReason,
    source: row.source,
    evidence: row.evidence as unknown as Evidence,
    ...(row.could_not_look ? { couldNotLook: true } : {}),
    ...(row.verdict === 'unknown' ? { retryAfterSeconds: secondsBetween(now, row.expires_at) } : {}),
  };
}

/** Keeps a verdict; a later one takes the place of an earlier. */
export async function keepVerdict(
  db: Kdb,
  address: string,
  { kept, now, expiresAt }: { kept: KeptVerdict; now: Date; expiresAt: Date },
): Promise<void> {
  const values = {
    verdict: kept.verdict,
    reason: kept.reason,
    source: kept.source,
    evidence: JSON.stringify(kept.evidence),
    could_not_look: kept.couldNotLook ?? false,
    checked_at: now,
    expires_at: expiresAt,
  };
  await db
    .insertInto('email_verifications')
    .values({ address_hash: hashOf(address), ...values })
    .onConflict((conflict) =>
      // Who looked earlier may finish later.
      conflict.column('address_hash').doUpdateSet(values).where('email_verifications.checked_at', '<=', now),
    )
    .execute();
}

export interface KnownDomain {
  catchAll: boolean;
  evidence: Evidence;
  expiresAt: Date;
}

export interface Standing {
  domain?: KnownDomain;
  /** How many hosts are resting because they were not there. */
  unreachable: number;
  /** Whether any host was reached since the given time. */
  isAnyReached: boolean;
}

/** What is known before a domain's mail servers are asked. */
export async function readStanding(
  db: Kdb,
  domain: string,
  { now, since }: { now: Date; since: Date },
): Promise<Standing> {
  const { rows } = await sql<{
    catch_all: boolean | null;
    evidence: Evidence;
    expires_at: Date;
    unreachable: number;
    reached: boolean;
  }>`
    select catch_all, evidence, expires_at,
      (select count(*)::int from mail_hosts
       where rest_until > ${now}::timestamptz and rest_reason = 'unreachable') as unreachable,
      exists (select from mail_hosts where reached_at > ${since}::timestamptz) as reached
    from (values (1)) as one
    left join mail_domains on domain = ${domain} and expires_at > ${now}::timestamptz`.execute(db);
  const [row] = rows;
  if (!row) return { unreachable: 0, isAnyReached: false };
  const { catch_all: catchAll, evidence, expires_at: expiresAt } = row;
  const known = catchAll === null ? {} : { domain: { catchAll, evidence, expiresAt } };
  return { ...known, unreachable: row.unreachable, isAnyReached: row.reached };
}

/** Keeps what is known of a domain; a later look takes the place of an earlier. */
export function domainRow(db: Kdb, { name, ...known }: KnownDomain & { name: string }) {
  const values = {
    catch_all: known.catchAll,
    evidence: JSON.stringify(known.evidence),
    expires_at: known.expiresAt,
  };
  return db
    .insertInto('mail_domains')
    .values({ domain: name, ...values })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet(values));
}
