import { AppError } from '../../../shared/errors.ts';
import type { Opened } from '../../engine/payments/payments.ts';
import { askFor, type BillingParts, requirePayments } from '../payments-of.ts';
import { findCustomerId } from '../stores/customers.store.ts';
import { billingUrls } from './billing-urls.ts';
import { limitPayments } from './limit-payments.ts';

/** The provider's page to manage the plan. Throws AppError: not-found for somebody who has never bought one. */
export async function openPortal(parts: BillingParts, userId: string): Promise<Opened> {
  const payments = await requirePayments(parts);
  const customerId = await findCustomerId(parts.db.kysely, { userId, account: payments.account });
  if (!customerId) throw new AppError('not-found', 'There is no plan to manage yet. Choose one first.');
  await limitPayments(parts, userId);
  const returnUrl = billingUrls(parts.config).billing;
  return askFor(parts, () => payments.openPortal({ customerId, returnUrl }));
}
