import { expect, test } from 'vitest';
import { databaseForTests } from '../../../test/database.ts';
import { standInApi } from '../stand-in/api.ts';
import { list, type StripeObject, save } from '../stand-in/ledger.ts';
import { createClient } from './open-stripe.ts';
import { setUpStripe } from './set-up.ts';

const db = databaseForTests();

const siteUrl = 'https://zeus.example';
const run = () => {
  const api = standInApi({ db, pagesUrl: siteUrl });
  return setUpStripe(createClient('sk_test_1', { answer: async (url, init) => api.request(url, init) }), { siteUrl });
};
const count = async (object: string) => (await list(db.kysely, object)).length;

test('creates everything once, however often it runs', async () => {
  const first = await run();
  expect(first.webhookSecret).toMatch(/^whsec_/);
  expect(first.prices.map(({ plan }) => plan)).toEqual(['starter', 'growth']);
  expect(await run()).toEqual({ prices: first.prices, webhookSecret: null });
  const counts = ['product', 'price', 'billing_portal.configuration', 'webhook_endpoint'].map(count);
  expect(await Promise.all(counts)).toEqual([2, 2, 1, 1]);
  const [portal] = await list(db.kysely, 'billing_portal.configuration');
  expect(portal).toMatchObject({
    metadata: { zeus: 'portal' },
    features: {
      subscription_cancel: { mode: 'at_period_end' },
      subscription_update: {
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
    },
  });
  const [webhook] = await list(db.kysely, 'webhook_endpoint');
  expect(webhook).toMatchObject({ url: 'https://zeus.example/stripe/webhook' });
  expect((webhook as StripeObject).enabled_events).toContain('invoice.paid');
});

test('a changed price becomes a new one; the old one is still listed for those who pay it', async () => {
  const { prices } = await run();
  const [old] = await list(db.kysely, 'price', { product: 'zeus_starter' });
  await save(db.kysely, { ...(old as StripeObject), unit_amount: 1900 });
  const next = await run();
  expect(next.prices).toHaveLength(3);
  expect(next.prices[0]?.price).not.toBe(prices[0]?.price);
  expect(next.prices[2]).toEqual({ plan: 'starter', price: old?.id });
});
