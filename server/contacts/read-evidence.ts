import type { Evidence } from '../../shared/contact-evidence.ts';
import { AppError } from '../../shared/errors.ts';
import { refundReason } from '../credits/credits.store.ts';
import { listRefunds } from '../credits/credits-data.store.ts';
import type { Database } from '../platform/db.ts';
import { readEvidenceRow } from './contacts-data.store.ts';
import { describeEvidence } from './describe-evidence.ts';
import { boughtAddresses, reasonOfDomain, reasonOfEmail } from './rows/paid-addresses.store.ts';

/** How Zeus knows the email of a contact. Throws AppError not-found, also when the contact has no email. */
export async function readEvidence(db: Database, userId: string, contactId: string): Promise<Evidence> {
  const row = await readEvidenceRow(db, userId, contactId);
  if (!row) throw new AppError('not-found', 'There is no such contact, or it has no email.');
  const { backlink_id, ...known } = row;
  const address = known.email.toLowerCase();
  const single = reasonOfEmail(address);
  const reasons = known.verification === 'invalid' ? [single, reasonOfDomain(backlink_id)] : [];
  const refunds = await listRefunds(db, userId, reasons);
  // A domain search may also have found addresses that were free.
  const is_refunded = refunds.some(
    ({ reason, details }) => reason === refundReason(single) || boughtAddresses(details).includes(address),
  );
  return { ...describeEvidence(known), is_refunded };
}
