// The configured payments: Stripe, the stand-in that moves no money, or none. One per database and process, opened on first
// use: loading the stripe package takes 0.2 s, which would delay startup.
import { AppError } from '../../shared/errors.ts';
import { ProviderError } from '../engine/provider.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { memoizeBy } from '../platform/memoize-objects.ts';
import { deriveKey } from '../platform/settings/secrets.ts';
import { limitUser } from '../users/limit-user.ts';
import type { Payments } from './payments/payments.ts';
import type { StripePlace } from './payments/stripe/open-stripe.ts';

export type BillingParts = Pick<Context, 'config' | 'db' | 'log' | 'queue'>;

/** Null if nothing is sold. `at` replaces Stripe by another server; only the first call's value is used. */
export const paymentsOf = memoizeBy(({ db }) => db, open);

async function open({ config, db }: Pick<Context, 'config' | 'db'>, at?: StripePlace): Promise<Payments | null> {
  const { mode, stripeKey = '', webhookSecret = '', prices } = config.payments;
  if (mode === 'off') return null;
  const { openStripe } = await import('./payments/stripe/open-stripe.ts');
  if (mode === 'stripe') return openStripe({ key: stripeKey, webhookSecret, prices, ...(at && { at }) });
  const { openStandIn, standInPrices } = await import('./payments/stand-in/open-stand-in.ts');
  const answer = openStandIn({ db, pagesUrl: config.web.siteUrl });
  const secret = standInSecret(config);
  return openStripe({ key: 'sk_test_stand_in', webhookSecret: secret, prices: standInPrices, at: { answer } });
}

/** The secret the stand-in signs its events with. */
export function standInSecret({ secret }: Pick<Config, 'secret'>): string {
  return `whsec_${Buffer.from(deriveKey(secret, 'test checkout')).toString('base64url')}`;
}

/** Like paymentsOf; throws AppError payments-off if nothing is sold. */
export async function requirePayments(parts: Pick<Context, 'config' | 'db'>): Promise<Payments> {
  const payments = await paymentsOf(parts);
  if (payments) return payments;
  const { support } = parts.config.mail;
  throw new AppError('payments-off', `Plans are not available right now. Email ${support} for more credits.`);
}

/** Makes calls to the provider while a user waits. Logs failures and throws AppError payments-unavailable. */
export async function askFor<Answer>({ log }: Pick<Context, 'log'>, calls: () => Promise<Answer>): Promise<Answer> {
  try {
    return await calls();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error({ err: error }, 'a call to the payment provider failed');
    const message =
      'The payment provider cannot be reached right now. Nothing was charged. Please try again in a moment.';
    throw new AppError('payments-unavailable', message, { cause: error });
  }
}

/** Each call makes several requests to the provider: 20 at once, then one every 6 seconds. */
const limit = { burst: 20, seconds: 6 };

/** Counts a call by the user that involves the provider. Throws AppError too-many-requests. */
export function limitPayments(ctx: Pick<Context, 'db'>, userId: string): Promise<void> {
  return limitUser(ctx, { userId, what: 'payments', limit });
}
