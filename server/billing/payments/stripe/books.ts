// What every file here receives: the client, which price belongs to which plan, and how Stripe's errors are translated.
import Stripe from 'stripe';
import type { PlanId } from '../../../../shared/plan.ts';
import { ProviderError } from '../../../engine/provider.ts';
import { RefusedRequest } from '../payments.ts';

export type PlanPrice = { plan: PlanId; price: string };

export interface Books {
  stripe: Stripe;
  /** A plan's first price is the one sold; the others are still recognized. */
  prices: readonly PlanPrice[];
  /** Cached monthly amount of each price and currency. Prices never change their amount. */
  monthly: Map<string, number>;
}

/** Throws ProviderError if the plan has no price. */
export function priceOf({ prices }: Books, plan: PlanId): string {
  const found = prices.find((one) => one.plan === plan);
  if (!found) throw new ProviderError('stripe', `no price is set for the plan ${plan}`, { retryable: false });
  return found.price;
}

/** A month's cost at this price, in the smallest unit of the currency; 0 if it is not sold in this currency. */
export async function monthlyAmount({ stripe, monthly }: Books, price: string, currency: string): Promise<number> {
  const key = `${price} ${currency}`;
  const known = monthly.get(key);
  if (known !== undefined) return known;
  const found = await stripe.prices.retrieve(price, { expand: ['currency_options'] });
  const inCurrency = found.currency === currency ? found : found.currency_options?.[currency];
  const amount = inCurrency?.unit_amount ?? 0;
  monthly.set(key, amount);
  return amount;
}

export function planOf({ prices }: Books, price: string | undefined): PlanId | null {
  return prices.find((one) => one.price === price)?.plan ?? null;
}

/** Runs calls to Stripe and turns Stripe's errors into a ProviderError with Stripe's message. */
export async function ask<Answer>(calls: () => Promise<Answer>): Promise<Answer> {
  try {
    return await calls();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // The operator can fix a wrong key or a missing permission, so those calls may succeed later as well.
    const retryable = error.statusCode !== 400 && error.statusCode !== 404;
    const Failure = isRepeated(error) ? RefusedRequest : ProviderError;
    throw new Failure('stripe', error.message, { cause: error, retryable });
  }
}

/** Wrong key, missing permission, another request with the same idempotency key is running, too many requests. */
const refusedAtOnce = [401, 403, 409, 429];

/**
 * Stripe stores the result of a request for a day under its idempotency key, errors included. Not those it refuses at once. Nor
 * does a lost connection count: the work may have been done, and only the same key does it once.
 */
function isRepeated({ statusCode }: Stripe.errors.StripeError): boolean {
  return statusCode !== undefined && !refusedAtOnce.includes(statusCode);
}

export function isRefusalOf(error: unknown, parameter: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && (error.param ?? '').startsWith(parameter);
}

/** Stripe has no such object; a 404 from something in between does not prove that. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

export const toDate = (seconds: number) => new Date(seconds * 1000);
