import { AppError } from '../../../shared/errors.ts';
import { ProviderError } from '../../engine/provider.ts';
import type { Opened } from '../payments/payments.ts';
import { askFor, type BillingParts, limitPayments, requirePayments } from '../payments-of.ts';
import { findCustomerId } from '../stores/customers.store.ts';
import { syncCustomer } from '../sync/sync-customer.ts';

/** The provider's page for managing the plan. Throws AppError not-found if the user has never bought one. */
export async function openPortal(parts: BillingParts, userId: string): Promise<Opened> {
  const payments = await requirePayments(parts);
  const owner = { userId, account: payments.account };
  const customerId = await findCustomerId(parts.db.kysely, owner);
  if (!customerId) throw noPlan();
  await limitPayments(parts, userId);
  const returnUrl = `${parts.config.web.siteUrl}/billing`;
  return askFor(parts, async () => {
    try {
      return await payments.openPortal({ customerId, returnUrl });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // If the provider no longer has the customer, there is nothing to manage, and the user can choose a plan again.
      await syncCustomer(parts, customerId, { forgetUnknown: true });
      throw (await findCustomerId(parts.db.kysely, owner)) ? error : noPlan();
    }
  });
}

const noPlan = () => new AppError('not-found', 'There is no plan to manage yet. Choose one first.');
