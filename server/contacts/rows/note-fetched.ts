// How the search for one contact's address ended, written and paid for as part of the caller's transaction.

import { countEmailCreditsSql } from '../../campaigns/campaigns.store.ts';
import { spendOnce } from '../../credits/spend-credits.ts';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';
import type { AddressLookup } from '../../engine/finding/look-up-address.ts';
import type { Tx } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import { type ContactEvidence, contactEvidence, emailColumns, emailEvidence } from '../finding/contact-evidence.ts';
import { type ContactRow, deleteContact, listOfBacklink, lockEmailState, updateContact } from './contacts.store.ts';
import { findPaidReason } from './paid-addresses.store.ts';
import { isCharged, isValid, selectNow, spendFor } from './save-contacts.ts';
import { readWork } from './work.store.ts';

export const limitReached = { message: 'The limit you set for this search was reached.' };

export interface Fetched {
  lookup: AddressLookup;
  /** What the order may still spend, with its campaign locked too; null if it has no limit. */
  creditsLeft: number | null;
  isLeadKept: boolean;
}

export type Refusal = 'no-credit' | 'limited';

/**
 * Returns why the address could not be paid for; undefined if it is paid or free, or there is none. The backlink is locked by the
 * caller. Changes nothing when the contact is not being fetched any more, or by now because of a click instead of the order: that
 * has a job of its own.
 */
export async function noteFetched(
  tx: Tx,
  contact: ContactRow,
  { lookup, creditsLeft, isLeadKept }: Fetched,
): Promise<Refusal | undefined> {
  const locked = await lockEmailState(tx, contact.id);
  if (locked?.email_state !== 'fetching' || locked.single_fetch !== contact.single_fetch) return undefined;
  // People who asked not to be processed are deleted.
  if (lookup.kind === 'suppressed') {
    await deleteContact(tx, contact.id);
    return undefined;
  }
  const { fetch: _, ...known } = contactEvidence.safeParse(contact.evidence).data ?? {};
  const found = lookup.kind === 'found' ? lookup.found : lookup.kind === 'could-not-look' ? lookup.fallback : undefined;
  if (!found) {
    await noteNothing(tx, contact, known, lookup);
    return lookup.kind === 'could-not-look' && lookup.why === limitReached ? 'limited' : undefined;
  }
  if (await isHeld(tx, contact, found.address)) {
    await endFetch(tx, contact.id, { email_state: 'none' });
    return undefined;
  }
  const refusal = await payFor(tx, contact, found, creditsLeft);
  if (refusal) {
    const isLimit = refusal === 'limited';
    const fetch = { end: isLimit ? 'could-not-look' : refusal, message: isLimit ? limitReached.message : '' };
    await endFetch(tx, contact.id, { email_state: 'unfetched', evidence: toJson({ ...known, fetch }) });
    return refusal;
  }
  const evidence = toJson({ ...known, ...emailEvidence(found, 'single') });
  // Selected like those that a search finds at once, so that it is in the file of selected contacts.
  const selected = isValid(found) ? selectNow(isLeadKept) : {};
  await endFetch(tx, contact.id, { ...emailColumns(found), evidence, ...selected });
  return undefined;
}

const endFetch: typeof updateContact = (tx, id, values) =>
  updateContact(tx, id, { ...values, next_check_at: null, single_fetch: false });

async function noteNothing(tx: Tx, { id }: ContactRow, known: ContactEvidence, lookup: AddressLookup): Promise<void> {
  if (lookup.kind !== 'could-not-look') return endFetch(tx, id, { email_state: 'none' });
  const fetch = { end: 'could-not-look' as const, message: lookup.why.message };
  await endFetch(tx, id, { email_state: 'unfetched', evidence: toJson({ ...known, fetch }) });
}

/** Another search may have given the address to another contact of the backlink meanwhile. */
async function isHeld(tx: Tx, { id, backlink_id }: ContactRow, address: string): Promise<boolean> {
  const all = await listOfBacklink(tx, backlink_id);
  return all.some((other) => other.id !== id && other.email?.toLowerCase() === address.toLowerCase());
}

/** Why it could not be paid for; undefined if it is paid or free. */
async function payFor(
  tx: Tx,
  contact: ContactRow,
  found: CheckedAddress,
  creditsLeft: number | null,
): Promise<Refusal | undefined> {
  if (!isCharged(found) || (await findPaidReason(tx, contact.user_id, found.address))) return undefined;
  if (creditsLeft === 0) return 'limited';
  const work = await readWork(tx, contact.backlink_id);
  if (!work) return 'no-credit';
  const addresses = [found.address.toLowerCase()];
  const spend = spendFor(work, { addresses, valid: isValid(found) ? addresses : [], price: 'per-email' });
  const spent = await spendOnce(tx, spend);
  if (spent === 'spent' && creditsLeft !== null) await countEmailCreditsSql(work.campaignId, 1).execute(tx);
  return spent === 'no-credit' ? spent : undefined;
}
