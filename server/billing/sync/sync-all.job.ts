// Handles billing.sync, every hour: what a lost webhook would have told is found within a day, and nobody whose account
// was deleted goes on paying.

import { ProviderError } from '../../engine/provider.ts';
import { syncBilling } from '../../jobs.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { isLive, type Payments, type Subscription } from '../payments/payments.ts';
import { type BillingParts, paymentsOf } from '../payments-of.ts';
import { deleteDeparture, listDepartures, listStaleCustomers, noteAsked } from '../stores/customers.store.ts';
import { deleteOldEvents } from '../stores/events.store.ts';
import { syncCustomer } from './sync-customer.ts';

const everySeconds = 3600;
const dayMs = 24 * 3600 * 1000;
/** Stripe sends an event again for three days at most. */
const keepEventsMs = 90 * dayMs;
/** Four requests each, one customer after the other: far below Stripe's 100 a second. */
const customersAtOnce = 1_000;

export function syncBillingJob(parts: BillingParts): JobHandler<object> {
  return {
    async run(_payload, { signal }) {
      // First, so that a failure below does not end the chain.
      await parts.queue.enqueue(parts.db.kysely, syncBilling, {}, { afterSeconds: everySeconds });
      await syncAll(parts, signal);
    },
  };
}

/** One round of it; safe any number of times. Throws ProviderError when the provider is away. */
export async function syncAll(parts: BillingParts, signal?: AbortSignal): Promise<void> {
  const { kysely } = parts.db;
  await deleteOldEvents(kysely, new Date(Date.now() - keepEventsMs));
  const payments = await paymentsOf(parts);
  if (!payments) return;
  for (const customerId of await listDepartures(kysely, payments.account)) {
    await passOver(parts, customerId, async () => {
      await endAll(payments, customerId);
      // Only now: the row is all that is known of a customer who may still be paying.
      await deleteDeparture(kysely, customerId);
    });
  }
  const stale = await listStaleCustomers(kysely, payments.account, new Date(Date.now() - dayMs), customersAtOnce);
  for (const customerId of stale) {
    if (signal?.aborted) return;
    const isDone = await passOver(parts, customerId, () => syncCustomer(parts, customerId));
    // Else a thousand of them would be asked about every hour, and nobody else.
    if (!isDone) await noteAsked(kysely, customerId);
  }
}

/** False for what the provider refuses for one customer, which must not keep the others waiting; when it is away, all wait. */
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

async function endAll(payments: Payments, customerId: string): Promise<void> {
  if (await payments.isGone(customerId)) return;
  // Before the subscriptions are read: a checkout that is paid meanwhile has made one that is then seen.
  await payments.closeCheckouts(customerId);
  const truth = await payments.readCustomer(customerId);
  if (truth.deleted) return;
  for (const { id } of truth.subscriptions.filter(mayCharge)) await payments.endSubscription(id);
}

/** Also one whose first payment is still under way. */
const mayCharge = (one: Subscription) => isLive(one) || one.status === 'incomplete';
