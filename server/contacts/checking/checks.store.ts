// The part of a contact's row that "Check again" reads and writes.
import { sql } from 'kysely';
import type { Kdb, Tx } from '../../platform/db.ts';
import type { StuckSearch } from '../rows/work.store.ts';

/** A contact that has an address; undefined when it has none or is gone. */
export function readCheck(db: Kdb, contactId: string) {
  return db
    .selectFrom('contacts')
    .select(['id', 'user_id', 'request_id', 'backlink_id', 'email', 'verification', 'checking_since', 'evidence'])
    .where('id', '=', contactId)
    .where('email_state', '=', 'found')
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

export type CheckRow = NonNullable<Awaited<ReturnType<typeof readCheck>>>;

/** Marks the check as under way; false when it is already. */
export async function beginCheck(tx: Tx, contactId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contacts')
    .set({ checking_since: sql<Date>`now()` })
    .where('id', '=', contactId)
    .where('email_state', '=', 'found')
    .where('checking_since', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface CheckEnd {
  id: string;
  email: string;
  /** The new verdict; without it, the one before stays. */
  verdict?: { verification: string; verifiedAt: string };
  nextCheckAt: Date | null;
  /** Replaces these parts of the row's evidence; JSON. */
  evidence: string;
}

/** Changes nothing and returns false when the row has another address by now. */
export async function endCheck(tx: Tx, { id, email, verdict, nextCheckAt, evidence }: CheckEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contacts')
    .set({
      checking_since: null,
      next_check_at: nextCheckAt,
      evidence: sql`evidence || ${evidence}::jsonb`,
      ...(verdict ? { verification: verdict.verification, verified_at: verdict.verifiedAt } : {}),
    })
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface BoughtEmails {
  userId: string;
  /** The backlink whose site was searched, and that site as it was called then. */
  backlinkId: string;
  domain: string;
  /** In lower case. */
  addresses: readonly string[];
}

/**
 * Whether one of these addresses was not invalid when it was last checked, in any of the user's campaigns that have the site. One
 * that no campaign has any more counts as usable: it was delivered, and nothing says that it is wrong.
 */
export async function hasUsableEmail(
  tx: Tx,
  { userId, backlinkId, domain, addresses }: BoughtEmails,
): Promise<boolean> {
  if (addresses.length === 0) return false;
  const { rows } = await sql<{ verification: string | null }>`
    select distinct on (lower(email)) verification
    from backlinks join contacts on contacts.backlink_id = backlinks.id
    where backlinks.user_id = ${userId} and (backlinks.id = ${backlinkId}::uuid or domain = ${domain}) and lower(email) = any (${addresses}::text[])
    order by lower(email), verified_at desc nulls last`.execute(tx);
  return rows.length < addresses.length || rows.some(({ verification }) => verification !== 'invalid');
}

/** Up to a thousand contacts whose check has been running for at least this long. */
export function listStuckChecks(db: Kdb, seconds: number): Promise<StuckSearch[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'user_id as userId', 'request_id as campaignId'])
    .where('checking_since', '<', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .limit(1_000)
    .execute();
}
