// What every file here is given: the client, which price is which plan, and how Stripe's failures become ours.
import Stripe from 'stripe';
import type { PlanId } from '../../../../shared/plan.ts';
import { ProviderError } from '../../../engine/provider.ts';

export type PlanPrice = { plan: PlanId; price: string };

export interface Books {
  stripe: Stripe;
  /** The first of a plan is sold, all are known. */
  prices: readonly PlanPrice[];
  /** What a month costs at each price, as far as it was asked: a price never changes its amount. */
  monthly: Map<string, number>;
}

/** Throws ProviderError when no price of the plan is set. */
export function priceOf({ prices }: Books, plan: PlanId): string {
  const found = prices.find((one) => one.plan === plan);
  if (!found) throw new ProviderError('stripe', `no price is set for the plan ${plan}`, { retryable: false });
  return found.price;
}

/** What a month costs at this price, in the smallest unit of its currency. */
export async function monthlyAmount({ stripe, monthly }: Books, price: string): Promise<number> {
  const known = monthly.get(price);
  if (known !== undefined) return known;
  const amount = (await stripe.prices.retrieve(price)).unit_amount ?? 0;
  monthly.set(price, amount);
  return amount;
}

export function planOf({ prices }: Books, price: string | undefined): PlanId | null {
  return prices.find((one) => one.price === price)?.plan ?? null;
}

/** Runs calls to Stripe; what Stripe refuses or cannot answer becomes a ProviderError with Stripe's words. */
export async function ask<Answer>(calls: () => Promise<Answer>): Promise<Answer> {
  try {
    return await calls();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // A wrong key or a missing right is mended by the operator, so those calls succeed later as well.
    const retryable = error.statusCode !== 400 && error.statusCode !== 404;
    throw new ProviderError('stripe', error.message, { cause: error, retryable });
  }
}

export function isRefusalOf(error: unknown, parameter: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && (error.param ?? '').startsWith(parameter);
}

/** Stripe knows no such thing; a 404 from something in between says less. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

export const toDate = (seconds: number) => new Date(seconds * 1000);
