import type { Evidence } from '../../shared/contact-evidence.ts';
import { AppError } from '../../shared/errors.ts';
import { listRefunds } from '../credits/credits-data.store.ts';
import type { Database } from '../platform/db.ts';
import { readEvidenceRow } from './contacts-data.store.ts';
import { describeEvidence } from './describe-evidence.ts';
import { findPaidReason } from './rows/paid-addresses.store.ts';

/** How Zeus knows the email of a contact. Throws AppError not-found, also when the contact has no email. */
export async function readEvidence(db: Database, userId: string, contactId: string): Promise<Evidence> {
  const row = await readEvidenceRow(db, userId, contactId);
  if (!row) throw new AppError('not-found', 'There is no such contact, or it has no email.');
  const paid = row.verification === 'invalid' ? await findPaidReason(db.kysely, userId, row.email) : undefined;
  const refunds = await listRefunds(db, userId, paid === undefined ? [] : [paid]);
  return { ...describeEvidence(row), is_refunded: refunds.length > 0 };
}
