// The shared cache: verdicts by the hash of their address, and what is known of whole domains.

import { createHash } from 'node:crypto';
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
}

export async function readDomain(db: Kdb, domain: string, now: Date): Promise<KnownDomain | undefined> {
  const row = await db
    .selectFrom('mail_domains')
    .select(['catch_all', 'evidence'])
    .where('domain', '=', domain)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { catchAll: row.catch_all, evidence: row.evidence as unknown as Evidence };
}

export async function keepDomain(db: Kdb, domain: string, known: KnownDomain & { expiresAt: Date }): Promise<void> {
  const values = {
    catch_all: known.catchAll,
    evidence: JSON.stringify(known.evidence),
    expires_at: known.expiresAt,
  };
  await db
    .insertInto('mail_domains')
    .values({ domain, ...values })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet(values))
    .execute();
}
