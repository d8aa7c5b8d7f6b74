// Handles billing.sync-customer: something happened to a customer, so its state is read again.
import { ProviderError } from '../../engine/provider.ts';
import { GiveUp, type JobHandler } from '../../platform/queue/job.ts';
import { type BillingParts, paymentsOf } from '../payments-of.ts';
import { syncCustomer } from './sync-customer.ts';

export function syncCustomerJob(parts: BillingParts): JobHandler<{ subject: string }> {
  return {
    async run({ subject }) {
      const payments = await paymentsOf(parts);
      if (!payments) return;
      try {
        const customerId = await payments.findCustomer(subject);
        if (customerId) await syncCustomer(parts, customerId);
      } catch (error) {
        if (error instanceof ProviderError && !error.retryable) throw new GiveUp(error.message, { cause: error });
        throw error;
      }
    },
  };
}
