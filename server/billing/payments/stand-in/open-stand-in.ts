// A simulated Stripe on this machine: the API without a network, Zeus's plans as prices, and events signed the way Stripe signs
// them. It moves no money, so it is never opened in production.
import Stripe from 'stripe';
import { plans } from '../../../../shared/plan.ts';
import type { Database } from '../../../platform/db.ts';
import type { PlanPrice } from '../stripe/books.ts';
import { type StandInOptions, standInApi } from './api.ts';
import { now, save } from './ledger.ts';
import type { StripeEvent } from './objects.ts';

export const standInPrices: readonly PlanPrice[] = plans.map(({ id }) => ({ plan: id, price: `price_test_${id}` }));

/** Answers the stripe package's requests in this process. */
export function openStandIn(options: StandInOptions): (url: string, init: RequestInit) => Promise<Response> {
  const api = standInApi(options);
  let ready: Promise<void> | undefined;
  return async (url, init) => {
    ready ??= addPlans(options.db).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    await ready;
    return api.request(url, init);
  };
}

/** Adds Zeus's plans to the data. */
export async function addPlans({ kysely }: Database): Promise<void> {
  const common = { created: now(), livemode: false, active: true };
  for (const { id, name, dollarsPerMonth } of plans) {
    const product = `prod_test_${id}`;
    await save(kysely, { ...common, id: product, object: 'product', name });
    await save(kysely, {
      ...common,
      id: `price_test_${id}`,
      object: 'price',
      nickname: name,
      currency: 'usd',
      unit_amount: dollarsPerMonth * 100,
      product,
      recurring: { interval: 'month', interval_count: 1 },
    });
  }
}

/** The body of an event and the header that signs it. */
export function signEvent(event: StripeEvent, secret: string): { rawBody: string; signature: string } {
  const rawBody = JSON.stringify(event);
  const { webhooks } = new Stripe('sk_test_signing_only');
  return { rawBody, signature: webhooks.generateTestHeaderString({ payload: rawBody, secret }) };
}
