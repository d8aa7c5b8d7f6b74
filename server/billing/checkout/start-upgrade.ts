// Requests a plan. Users without one get a checkout; users with one change it in the portal, so that no one ever has two
// subscriptions.
import type { PlanId } from '../../../shared/plan.ts';
import { findOffer } from '../../users/profiles.store.ts';
import type { Opened } from '../payments/payments.ts';
import { askFor, type BillingParts, limitPayments, requirePayments } from '../payments-of.ts';
import { priceOf } from '../sync/choose-subscription.ts';
import { syncCustomer } from '../sync/sync-customer.ts';
import { findOrCreateCustomer, withRequestKey } from './find-customer.ts';

interface Upgrade {
  userId: string;
  plan: PlanId;
  /** A code given with this call; defaults to the one the user signed up with. */
  offer?: string | null;
}

/** Returns the page to send the browser to. Throws AppError payments-off, payments-unavailable, too-many-requests. */
export async function startUpgrade(parts: BillingParts, { userId, plan, offer }: Upgrade): Promise<Opened> {
  await requirePayments(parts);
  await limitPayments(parts, userId);
  const code = offer?.trim() || (await findOffer(parts.db.kysely, userId));
  return askFor(parts, () => openFor(parts, { userId, plan, offer: code }));
}

async function openFor(
  parts: BillingParts,
  { userId, plan, offer }: { userId: string; plan: PlanId; offer: string | null },
): Promise<Opened> {
  const payments = await requirePayments(parts);
  const returnUrl = `${parts.config.web.siteUrl}/billing`;
  let customerId = await findOrCreateCustomer(parts, userId);
  let current = await syncCustomer(parts, customerId, { forgetUnknown: true });
  // The customer was forgotten, so a new one replaces it. If it was kept although unknown, the provider refuses the checkout.
  if (current === undefined) {
    customerId = await findOrCreateCustomer(parts, userId);
    current = await syncCustomer(parts, customerId);
  }
  if (current) {
    // A cheaper plan starts with the next month.
    const doneUrl = `${returnUrl}?upgrade=${priceOf(plan) < priceOf(current.plan) ? 'scheduled' : 'success'}`;
    const change = current.plan === plan ? undefined : { subscription: current, plan, doneUrl };
    return payments.openPortal({ customerId, returnUrl, change });
  }
  // The provider inserts the session's id.
  const successUrl = `${returnUrl}?upgrade=success&session_id={CHECKOUT_SESSION_ID}`;
  const order = { customerId, plan, offer, reference: userId, successUrl, cancelUrl: `${returnUrl}?upgrade=canceled` };
  return withRequestKey(parts, userId, (key) => payments.openCheckout({ ...order, key }));
}
