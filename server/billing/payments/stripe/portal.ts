// Stripe's customer portal: change the plan or card, cancel, see invoices. Its URL is valid for minutes, so each click gets a new one.
import type Stripe from 'stripe';
import type { Opened, PortalVisit } from '../payments.ts';
import { type Books, priceOf } from './books.ts';

/** Marks the portal configuration that `npm run stripe-setup` created. */
export const portalMark = { zeus: 'portal' } as const;

export async function openPortal(books: Books, visit: PortalVisit): Promise<Opened> {
  const { stripe } = books;
  const configuration = await findConfiguration(stripe);
  const base = {
    customer: visit.customerId,
    return_url: visit.returnUrl,
    ...(configuration && { configuration }),
  };
  if (!visit.change) return stripe.billingPortal.sessions.create(base);
  try {
    return await stripe.billingPortal.sessions.create({ ...base, flow_data: toFlow(books, visit.change) });
  } catch (error) {
    // Some subscriptions cannot be changed directly (unpaid, being canceled); the portal itself says what can be done.
    if ((error as { statusCode?: number }).statusCode !== 400) throw error;
    return stripe.billingPortal.sessions.create(base);
  }
}

function toFlow(
  books: Books,
  { subscription, plan, doneUrl }: NonNullable<PortalVisit['change']>,
): Stripe.BillingPortal.SessionCreateParams.FlowData {
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: {
      subscription: subscription.id,
      items: [{ id: subscription.itemId, price: priceOf(books, plan), quantity: 1 }],
    },
    after_completion: { type: 'redirect', redirect: { return_url: doneUrl } },
  };
}

/** Ours, or undefined for the account's default. */
async function findConfiguration(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.zeus === portalMark.zeus)?.id;
}
