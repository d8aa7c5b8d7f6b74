// Handles billing.sync, every hour: changes missed because a webhook was lost are found within a day, and users who deleted their
// account stop paying.
import { ProviderError } from '../../engine/provider.ts';
import { syncBilling } from '../../jobs.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { repeating } from '../../platform/queue/repeating.ts';
import { isLive, type Payments, type Subscription } from '../payments/payments.ts';
import { type BillingParts, paymentsOf } from '../payments-of.ts';
import {
  deleteClosedCustomers,
  deleteDeparture,
  listDepartures,
  listStaleCustomers,
  noteSyncAttempt,
} from '../stores/customers.store.ts';
import { deleteOldEvents } from '../stores/events.store.ts';
import { syncCustomer } from './sync-customer.ts';

const everySeconds = 3600;
const dayMs = 24 * 3600 * 1000;
/** Stripe retries an event for at most three days. */
const keepEventsMs = 90 * dayMs;
/** A departed customer unknown to the provider: its key may be that of another account, which the operator notices by then. */
const keepUnknownMs = 30 * dayMs;
/** Four requests each, one customer at a time: far below Stripe's 100 a second. */
const customersAtOnce = 1_000;

export function syncBillingJob(parts: BillingParts): JobHandler<object> {
  return repeating(parts, syncBilling, everySeconds, ({ signal }) => syncAll(parts, signal));
}

/** Runs one sync. Idempotent. Throws ProviderError if the provider is down. */
export async function syncAll(parts: BillingParts, signal?: AbortSignal): Promise<void> {
  const { kysely } = parts.db;
  await deleteOldEvents(kysely, new Date(Date.now() - keepEventsMs));
  const payments = await paymentsOf(parts);
  if (!payments) return;
  await deleteClosedCustomers(kysely);
  for (const { customer_id: customerId, left_at } of await listDepartures(kysely, payments.account)) {
    await passOver(parts, customerId, async () => {
      const isEnded = await endAll(payments, customerId);
      // Deleted only now: until then the row is all we know about a customer who may still be paying.
      if (isEnded || left_at.getTime() < Date.now() - keepUnknownMs) await deleteDeparture(kysely, customerId);
      else
        parts.log.error({ customerId }, 'a departed customer is unknown to the payment provider; is this its account?');
    });
  }
  const stale = await listStaleCustomers(kysely, payments.account, new Date(Date.now() - dayMs), customersAtOnce);
  for (const customerId of stale) {
    if (signal?.aborted) return;
    const isDone = await passOver(parts, customerId, () => syncCustomer(parts, customerId));
    // Otherwise a thousand of these would be asked about every hour, and no others.
    if (!isDone) await noteSyncAttempt(kysely, customerId);
  }
}

/** Returns false if the provider refuses this one customer, so that the others can proceed; throws if it is down. */
async function passOver({ log }: BillingParts, customerId: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryable) throw error;
    log.error({ err: error, customerId }, 'a customer could not be synced');
    return false;
  }
}

/** Returns false if the provider does not know the customer. */
async function endAll(payments: Payments, customerId: string): Promise<boolean> {
  const deleted = await payments.readDeleted(customerId);
  if (deleted) return deleted !== 'unknown';
  // Before reading the subscriptions: if a checkout is paid meanwhile, its subscription is then found.
  await payments.closeCheckouts(customerId);
  const truth = await payments.readCustomer(customerId);
  if (truth.deleted) return truth.deleted !== 'unknown';
  for (const { id } of truth.subscriptions.filter(mayCharge)) await payments.endSubscription(id);
  return true;
}

/** Includes one whose first payment is still under way. */
const mayCharge = (one: Subscription) => isLive(one) || one.status === 'incomplete';
