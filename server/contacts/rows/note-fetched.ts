// How the search for one contact's address ended, written and paid for as part of the caller's transaction.

import { spendOnce } from '../../credits/spend-credits.ts';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';
import type { AddressLookup } from '../../engine/finding/look-up-address.ts';
import type { Tx } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import { type ContactEvidence, contactEvidence, emailColumns, emailEvidence } from '../finding/contact-evidence.ts';
import { type ContactRow, deleteContact, listOfBacklink, lockEmailState, updateContact } from './contacts.store.ts';
import { isPaidFor } from './paid-addresses.store.ts';
import { isCharged, spendFor } from './save-contacts.ts';
import { readWork } from './work.store.ts';

/** The backlink is locked by the caller. Changes nothing when the contact is not being fetched any more. */
export async function noteFetched(tx: Tx, contact: ContactRow, lookup: AddressLookup): Promise<void> {
  if ((await lockEmailState(tx, contact.id)) !== 'fetching') return;
  // People who asked not to be processed are deleted.
  if (lookup.kind === 'suppressed') return deleteContact(tx, contact.id);
  const { fetch: _, ...known } = contactEvidence.safeParse(contact.evidence).data ?? {};
  const found = lookup.kind === 'found' ? lookup.found : lookup.kind === 'could-not-look' ? lookup.fallback : undefined;
  if (!found) return noteNothing(tx, contact, known, lookup);
  if (await isHeld(tx, contact, found.address)) return updateContact(tx, contact.id, { email_state: 'none' });
  if (!(await canHave(tx, contact, found))) {
    const fetch = { end: 'no-credit' as const, message: '' };
    return updateContact(tx, contact.id, { email_state: 'unfetched', evidence: toJson({ ...known, fetch }) });
  }
  const evidence = toJson({ ...known, ...emailEvidence(found, 'single') });
  await updateContact(tx, contact.id, { ...emailColumns(found), evidence });
}

async function noteNothing(tx: Tx, { id }: ContactRow, known: ContactEvidence, lookup: AddressLookup): Promise<void> {
  if (lookup.kind !== 'could-not-look') return updateContact(tx, id, { email_state: 'none' });
  const fetch = { end: 'could-not-look' as const, message: lookup.why.message };
  await updateContact(tx, id, { email_state: 'unfetched', evidence: toJson({ ...known, fetch }) });
}

/** Another search may have given the address to another contact of the backlink meanwhile. */
async function isHeld(tx: Tx, { id, backlink_id }: ContactRow, address: string): Promise<boolean> {
  const all = await listOfBacklink(tx, backlink_id);
  return all.some((other) => other.id !== id && other.email?.toLowerCase() === address.toLowerCase());
}

async function canHave(tx: Tx, contact: ContactRow, found: CheckedAddress): Promise<boolean> {
  if (!isCharged(found) || (await isPaidFor(tx, contact.user_id, found.address))) return true;
  const work = await readWork(tx, contact.backlink_id);
  if (!work) return false;
  const spend = spendFor(work, { addresses: [found.address.toLowerCase()], price: 'per-email' });
  return (await spendOnce(tx, spend)) !== 'no-credit';
}
