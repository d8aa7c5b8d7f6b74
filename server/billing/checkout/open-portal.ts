import { AppError } from '../../../shared/errors.ts';
import { ProviderError } from '../../engine/provider.ts';
import type { Opened } from '../payments/payments.ts';
import { askFor, type BillingParts, requirePayments } from '../payments-of.ts';
import { findCustomerId, forgetCustomer } from '../stores/customers.store.ts';
import { billingUrls } from './billing-urls.ts';
import { limitPayments } from './limit-payments.ts';

/** The provider's page for managing the plan. Throws AppError not-found if the user has never bought one. */
export async function openPortal(parts: BillingParts, userId: string): Promise<Opened> {
  const payments = await requirePayments(parts);
  const customerId = await findCustomerId(parts.db.kysely, { userId, account: payments.account });
  if (!customerId) throw noPlan();
  await limitPayments(parts, userId);
  const returnUrl = billingUrls(parts.config).billing;
  return askFor(parts, async () => {
    try {
      return await payments.openPortal({ customerId, returnUrl });
    } catch (error) {
      // The provider has deleted the customer or does not know it, so there is nothing to manage; the user can choose a plan again.
      if (!(error instanceof ProviderError) || !(await payments.isGone(customerId))) throw error;
      await forgetCustomer(parts.db.kysely, customerId);
      throw noPlan();
    }
  });
}

const noPlan = () => new AppError('not-found', 'There is no plan to manage yet. Choose one first.');
