// Handles billing.sync, every hour: changes missed because a webhook was lost are found within a day. What was missed when an
// account was deleted is ended every time.
import { syncBilling } from '../../jobs.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { repeating } from '../../platform/queue/repeating.ts';
import { type BillingParts, paymentsOf } from '../payments-of.ts';
import { listStaleCustomers, noteSyncAttempt } from '../stores/customers.store.ts';
import { deleteOldEvents } from '../stores/events.store.ts';
import { endAndForgetDeparted } from './end-departed.ts';
import { passOver } from './pass-over.ts';
import { syncCustomer } from './sync-customer.ts';

const everySeconds = 3600;
const dayMs = 24 * 3600 * 1000;
/** Stripe retries an event for at most three days. */
const keepEventsMs = 90 * dayMs;
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
  await endAndForgetDeparted(parts);
  const stale = await listStaleCustomers(kysely, payments.account, new Date(Date.now() - dayMs), customersAtOnce);
  for (const customerId of stale) {
    if (signal?.aborted) return;
    const isDone = await passOver(parts, customerId, () => syncCustomer(parts, customerId));
    // Otherwise a thousand of these would be asked about every hour, and no others.
    if (!isDone) await noteSyncAttempt(kysely, customerId);
  }
}
