// Gives back the credit for an email that Zeus called valid and that a later check finds invalid: once, whatever further checks
// say, and whatever they said between. A domain search bought its emails together, so it is refunded when the last of them is
// invalid. Catch-alls cost a credit, too, but Zeus never called them valid.
import { findEntry } from '../../credits/credits.store.ts';
import { refundOnce } from '../../credits/refund-credits.ts';
import type { Tx } from '../../platform/db.ts';
import { reasonOfDomain, reasonOfEmail } from '../rows/paid-addresses.store.ts';
import { type CheckRow, hasUsableEmail } from './checks.store.ts';

/**
 * Takes the contact as it was before the check. The new verdict is saved, and the balance locked: two emails of one search may
 * be found invalid at once.
 */
export async function refundInvalidEmail(tx: Tx, contact: CheckRow): Promise<void> {
  const { user_id: userId, backlink_id: backlinkId, email } = contact;
  const single = { userId, kind: 'email', reason: reasonOfEmail(email) } as const;
  if (wasCalledValid(contact, await readPurchase(tx, single)) && (await refundOnce(tx, single))) return;
  const search = { userId, kind: 'email', reason: reasonOfDomain(backlinkId) } as const;
  const bought = await readPurchase(tx, search);
  if (!bought.addresses.includes(email.toLowerCase()) || !wasCalledValid(contact, bought)) return;
  if (!(await hasUsableEmail(tx, backlinkId, bought.addresses))) await refundOnce(tx, search);
}

interface Purchase {
  addresses: string[];
  /** Those that Zeus called valid; empty in entries from before this was recorded. */
  valid: string[];
}

async function readPurchase(tx: Tx, of: Parameters<typeof findEntry>[1]): Promise<Purchase> {
  return { addresses: [], valid: [], ...((await findEntry(tx, of))?.details as Partial<Purchase> | undefined) };
}

/** When it was bought, or by the last check. */
function wasCalledValid({ verification }: CheckRow, { valid }: Purchase): boolean {
  return valid.length > 0 || (verification !== 'invalid' && verification !== 'catch_all');
}
