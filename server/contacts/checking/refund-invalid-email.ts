// Gives back the credit for an email that Zeus called valid and that a later check finds invalid: once, whatever further checks
// say. A domain search bought its emails together, so it is refunded when the last of them is invalid.
import { findEntry } from '../../credits/credits.store.ts';
import { refundOnce } from '../../credits/refund-credits.ts';
import type { Tx } from '../../platform/db.ts';
import { reasonOfDomain, reasonOfEmail } from '../rows/paid-addresses.store.ts';
import { type CheckRow, hasUsableEmail } from './checks.store.ts';

/** The new verdict is saved, and the balance locked: two emails of one search may be found invalid at once. */
export async function refundInvalidEmail(
  tx: Tx,
  { user_id: userId, backlink_id: backlinkId, email }: CheckRow,
): Promise<void> {
  const kind = 'email';
  if (await refundOnce(tx, { userId, kind, reason: reasonOfEmail(email) })) return;
  const search = { userId, kind, reason: reasonOfDomain(backlinkId) } as const;
  const { addresses = [] } = ((await findEntry(tx, search))?.details ?? {}) as { addresses?: string[] };
  if (!addresses.includes(email.toLowerCase())) return;
  if (!(await hasUsableEmail(tx, backlinkId, addresses))) await refundOnce(tx, search);
}
