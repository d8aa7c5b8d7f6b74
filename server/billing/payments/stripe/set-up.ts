// Creates what Zeus needs at Stripe: a product and monthly price for each plan, the portal configuration, the webhook. Existing
// objects are left alone or updated, so it can be run any number of times.
import Stripe from 'stripe';
import { type Plan, planCredits, planPromises, plans } from '../../../../shared/plan.ts';
import type { PlanPrice } from './books.ts';
import { portalMark } from './portal.ts';

/** All events after which our rows may have to change. */
const webhookEvents = [
  'checkout.session.completed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

export interface SetUp {
  prices: PlanPrice[];
  /** Only if the webhook was just created; Stripe shows it once. */
  webhookSecret: string | null;
}

/** Throws what the stripe package throws. */
export async function setUpStripe(stripe: Stripe, { siteUrl }: { siteUrl: string }): Promise<SetUp> {
  const found = [];
  for (const plan of plans) found.push(await setUpPlan(stripe, plan));
  const sold = found.map(({ plan, current }) => ({ plan: plan.id, price: current }));
  const earlier = found.flatMap(({ plan, others }) => others.map((price) => ({ plan: plan.id, price })));
  await setUpPortal(stripe, {
    siteUrl,
    products: found.map(({ product, current }) => ({ product, prices: [current] })),
  });
  return { prices: [...sold, ...earlier], webhookSecret: await setUpWebhook(stripe, `${siteUrl}/stripe/webhook`) };
}

async function setUpPlan(stripe: Stripe, plan: Plan) {
  const product = `zeus_${plan.id}`;
  const { name, dollarsPerMonth } = plan;
  const description = `${planCredits(plan).join(' and ')} a month. ${planPromises.join('. ')}.`;
  if (await isThere(() => stripe.products.retrieve(product)))
    await stripe.products.update(product, { name, description });
  else await stripe.products.create({ id: product, name, description });
  const { data } = await stripe.prices.list({ product, limit: 100 });
  const monthly = data.filter(({ currency, recurring }) => currency === 'usd' && recurring?.interval === 'month');
  const amount = dollarsPerMonth * 100;
  const current =
    monthly.find((price) => price.active && price.unit_amount === amount) ??
    (await stripe.prices.create({
      product,
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval: 'month' },
      nickname: name,
    }));
  return { plan, product, current: current.id, others: monthly.map(({ id }) => id).filter((id) => id !== current.id) };
}

async function isThere(retrieve: () => Promise<unknown>): Promise<boolean> {
  try {
    await retrieve();
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return false;
    throw error;
  }
}

interface Portal {
  siteUrl: string;
  products: { product: string; prices: string[] }[];
}

/** A more expensive plan starts now and is charged for the rest of the month; a cheaper one, or canceling, waits for its end. */
async function setUpPortal(stripe: Stripe, { siteUrl, products }: Portal): Promise<void> {
  const settings = {
    default_return_url: `${siteUrl}/billing`,
    metadata: portalMark,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['address' as const, 'tax_id' as const] },
      subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price' as const],
        proration_behavior: 'always_invoice' as const,
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' as const }] },
        products,
      },
    },
  };
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.zeus === portalMark.zeus);
  if (known) await stripe.billingPortal.configurations.update(known.id, settings);
  else await stripe.billingPortal.configurations.create(settings);
}

async function setUpWebhook(stripe: Stripe, url: string): Promise<string | null> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url && endpoint.status === 'enabled');
  const enabled_events = [...webhookEvents];
  if (!known) return (await stripe.webhookEndpoints.create({ url, enabled_events })).secret ?? null;
  await stripe.webhookEndpoints.update(known.id, { enabled_events });
  return null;
}
