// Requests a plan. Users without one get a checkout; users with one change it in the portal, so that no one ever has two
// subscriptions.
import { AppError } from '../../../shared/errors.ts';
import { type PlanId, plans } from '../../../shared/plan.ts';
import { findOffer } from '../../users/profiles.store.ts';
import type { Opened } from '../payments/payments.ts';
import { askFor, type BillingParts, requirePayments } from '../payments-of.ts';
import { syncCustomer } from '../sync/sync-customer.ts';
import { billingUrls } from './billing-urls.ts';
import { findOrCreateCustomer } from './find-customer.ts';
import { limitPayments } from './limit-payments.ts';
import { withRequestKey } from './with-request-key.ts';

export interface Upgrade {
  userId: string;
  plan: string;
  /** A code given with this call; defaults to the one the user signed up with. */
  offer?: string | null;
}

/** Returns the page to send the browser to. Throws AppError: not-found for an unknown plan, payments-off, payments-unavailable. */
export async function startUpgrade(parts: BillingParts, { userId, plan, offer }: Upgrade): Promise<Opened> {
  const known = plans.find(({ id }) => id === plan);
  if (!known) throw new AppError('not-found', 'There is no such plan.');
  await requirePayments(parts);
  await limitPayments(parts, userId);
  const code = offer?.trim() || (await findOffer(parts.db.kysely, userId));
  return askFor(parts, () => openFor(parts, { userId, plan: known.id, offer: code ?? null }));
}

async function openFor(
  parts: BillingParts,
  { userId, plan, offer }: { userId: string; plan: PlanId; offer: string | null },
): Promise<Opened> {
  const payments = await requirePayments(parts);
  const urls = billingUrls(parts.config);
  let customerId = await findOrCreateCustomer(parts, userId);
  let current = await syncCustomer(parts, customerId, { forgetUnknown: true });
  // The customer was forgotten, so a new one replaces it. If it was kept although unknown, the provider refuses the checkout.
  if (current === undefined) {
    customerId = await findOrCreateCustomer(parts, userId);
    current = await syncCustomer(parts, customerId);
  }
  if (current) {
    const doneUrl = priceOf(plan) < priceOf(current.plan) ? urls.scheduled : urls.success;
    const change = current.plan === plan ? undefined : { subscription: current, plan, doneUrl };
    return payments.openPortal({ customerId, returnUrl: urls.billing, ...(change && { change }) });
  }
  const order = { customerId, plan, offer, reference: userId, successUrl: urls.paid, cancelUrl: urls.cancelled };
  return withRequestKey(parts, userId, (key) => payments.openCheckout({ ...order, key }));
}

const priceOf = (plan: PlanId | null) => plans.find(({ id }) => id === plan)?.dollarsPerMonth ?? 0;
