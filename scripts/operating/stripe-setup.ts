// Creates products, prices, portal and webhook at Stripe from shared/plan.ts, and prints the settings: npm run stripe-setup
// Needs STRIPE_SECRET_KEY and SITE_URL. Safe to repeat.
import { createClient } from '../../server/billing/payments/stripe/open-stripe.ts';
import { setUpStripe } from '../../server/billing/payments/stripe/set-up.ts';
import { readDotEnv } from '../../server/platform/config.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { runForOperator } from './configured-database.ts';

async function main(): Promise<void> {
  const { key, siteUrl } = readSettings();
  const { prices, webhookSecret } = await setUpStripe(createClient(key), { siteUrl });
  console.log(`\nStripe is ready (${key.includes('_live_') ? 'live' : 'sandbox'}). Add this to .env:\n`);
  console.log(`STRIPE_PRICES=${prices.map(({ plan, price }) => `${plan}:${price}`).join(',')}`);
  if (webhookSecret) console.log(`STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
  else {
    console.log(`\nThe webhook ${siteUrl}/stripe/webhook already exists. Stripe shows its secret in the dashboard,`);
    console.log('under Developers, Webhooks; it is STRIPE_WEBHOOK_SECRET.');
  }
}

/** Not Zeus's own settings, which are refused until this has run. */
function readSettings(): { key: string; siteUrl: string } {
  readDotEnv();
  const { STRIPE_SECRET_KEY: key = '', SITE_URL = '' } = process.env;
  if (!key.startsWith('sk_')) {
    throw new OperatorError('Set STRIPE_SECRET_KEY: the secret key of your Stripe account, sk_test_… or sk_live_…');
  }
  if (!/^https?:\/\/(?!localhost|127\.|\[)/.test(SITE_URL)) {
    throw new OperatorError(
      'Set SITE_URL to the public address of this site, such as https://zeus.example: Stripe sends its events there.\n' +
        'On your own machine, `stripe listen --forward-to localhost:3000/stripe/webhook` forwards them to you.',
    );
  }
  return { key, siteUrl: SITE_URL.replace(/\/+$/, '') };
}

runForOperator(main);
