// Users who deleted their account stop paying: their open checkouts are closed, then their subscriptions ended.
import { isLive, type PaidInvoice, type Payments, type Subscription } from '../payments/payments.ts';
import { type BillingParts, paymentsOf } from '../payments-of.ts';
import { deleteClosedCustomers, deleteDeparture, listDepartures } from '../stores/customers.store.ts';
import { passOver } from './pass-over.ts';

/** A departed customer unknown to the provider: its key may be that of another account, which the operator notices by then. */
const keepUnknownMs = 30 * 24 * 3600 * 1000;
/** Longer than a checkout takes to open, with all its retries. */
const openingMs = 10 * 60_000;

/**
 * Ends what departed customers could still be charged for. They stay listed for the next look, because a checkout may have been
 * opening when the account was deleted. Idempotent. Throws ProviderError if the provider is down.
 */
export async function endDeparted(parts: BillingParts): Promise<void> {
  await eachDeparted(parts, async (payments, { customerId }) => void (await endAll(payments, customerId)));
}

/** The same, and the last look at those who left a while ago: if nothing is left to do for them, they are forgotten. */
export async function endAndForgetDeparted(parts: BillingParts): Promise<void> {
  const { db, log } = parts;
  await eachDeparted(parts, async (payments, { customerId, leftAt }) => {
    const paid = await endAll(payments, customerId);
    if (!paid)
      log.error({ customerId }, 'a departed customer is unknown to the payment provider; is this its account?');
    const charged = paid?.filter(({ amount, paidAt }) => amount > 0 && paidAt > leftAt).map(({ id }) => id) ?? [];
    if (charged.length > 0)
      log.error({ customerId, invoices: charged }, 'a customer was charged after the account was deleted');
    // Deleted only now: until then the row is all we know about a customer who may still be paying.
    const ageMs = Date.now() - leftAt.getTime();
    if (ageMs > (paid ? openingMs : keepUnknownMs)) await deleteDeparture(db.kysely, customerId);
  });
}

interface Departed {
  customerId: string;
  leftAt: Date;
}

async function eachDeparted(parts: BillingParts, work: (payments: Payments, departed: Departed) => Promise<void>) {
  const { kysely } = parts.db;
  const payments = await paymentsOf(parts);
  if (!payments) return;
  await deleteClosedCustomers(kysely);
  for (const { customer_id: customerId, left_at: leftAt } of await listDepartures(kysely, payments.account))
    await passOver(parts, customerId, () => work(payments, { customerId, leftAt }));
}

/** Returns what the customer has ever paid, or undefined if the provider does not know the customer. */
async function endAll(payments: Payments, customerId: string): Promise<PaidInvoice[] | undefined> {
  const deleted = await payments.readDeleted(customerId);
  if (deleted) return deleted === 'unknown' ? undefined : [];
  // Before reading the subscriptions: if a checkout is paid meanwhile, its subscription is then found.
  await payments.closeCheckouts(customerId);
  const truth = await payments.readCustomer(customerId);
  if (truth.deleted) return truth.deleted === 'unknown' ? undefined : [];
  for (const { id } of truth.subscriptions.filter(mayCharge)) await payments.endSubscription(id);
  return truth.invoices;
}

/** Includes one whose first payment is still under way. */
const mayCharge = (one: Subscription) => isLive(one) || one.status === 'incomplete';
