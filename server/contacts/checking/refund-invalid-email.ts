// Gives back the credit for an email that Zeus called valid and that a later check finds invalid: once, whatever further checks
// say, and whatever they said between. A domain search bought its emails together, so it is refunded when the last of them is
// invalid. Catch-alls cost a credit, too, but Zeus never called them valid.
import { findEntry } from '../../credits/credits.store.ts';
import { refundOnce } from '../../credits/refund-credits.ts';
import type { Tx } from '../../platform/db.ts';
import { backlinkOfReason, findPaidReason } from '../rows/paid-addresses.store.ts';
import { type CheckRow, hasUsableEmail } from './checks.store.ts';

/**
 * Takes the contact as it was before the check, of whichever campaign: an address is bought once for all of them. The new verdict
 * is saved, and the balance locked: two emails of one search may be found invalid at once.
 */
export async function refundInvalidEmail(tx: Tx, contact: CheckRow): Promise<void> {
  const { user_id: userId, email } = contact;
  const reason = await findPaidReason(tx, userId, email);
  if (reason === undefined) return;
  const purchase = { userId, kind: 'email', reason } as const;
  const bought = ((await findEntry(tx, purchase))?.details ?? {}) as Purchase;
  if (!wasCalledValid(contact, bought)) return;
  const { domain = '', addresses = [] } = bought;
  const others = addresses.filter((address) => address !== email.toLowerCase());
  const backlinkId = backlinkOfReason(reason);
  if (backlinkId && (await hasUsableEmail(tx, { userId, backlinkId, domain, addresses: others }))) return;
  await refundOnce(tx, purchase);
}

/** What the ledger says of it. */
interface Purchase {
  domain?: string;
  addresses?: string[];
  /** Those that Zeus called valid. Entries from before this was recorded don't have it. */
  valid?: string[];
}

/** When it was bought, or else by the last check. */
function wasCalledValid({ verification }: CheckRow, { valid }: Purchase): boolean {
  return valid ? valid.length > 0 : verification !== 'invalid' && verification !== 'catch_all';
}
