import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../../test/app.ts';
import { endNow, passMonth, payCheckout, setCancel } from '../payments/stand-in/billing-actions.ts';
import { find, make, save } from '../payments/stand-in/ledger.ts';
import type { PortalSession, Session } from '../payments/stand-in/objects.ts';
import { clearFaults, shopForTests } from '../test/shop.ts';

const shop = shopForTests();

const post = (path: string, token?: string, json: unknown = {}) =>
  shop.ask(path, { method: 'POST', json, ...(token && { token }) });
const sessionsOf = async (userId: string) => {
  const customer = await shop.customerOf(userId);
  return (await shop.sessions()).filter((one) => one.customer === customer);
};
const madeBy = (path: string) => shop.asked.filter((one) => one.method === 'POST' && one.path === path);
const portalAt = async (url: string) =>
  find<PortalSession>(shop.ctx.db.kysely, 'billing_portal.session', url.split('/').at(-1) ?? '');

describe('refuses', () => {
  test('a stranger', async () => {
    expect((await post('/api/user/upgrade/starter')).status).toBe(401);
    expect((await post('/api/user/portal')).status).toBe(401);
    expect((await post('/api/user/billing/refresh')).status).toBe(401);
    expect((await shop.ask('/data/billing')).status).toBe(401);
  });

  test.each(['platinum', 'Starter', 'constructor', '%00', "starter'--"])('the plan %j', async (plan) => {
    const { token } = await shop.newUser();
    const answer = await post(`/api/user/upgrade/${plan}`, token);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: 'not-found' });
  });

  test('a portal for a user who never bought anything', async () => {
    const { token } = await shop.newUser();
    expect((await post('/api/user/portal', token)).status).toBe(404);
  });

  test('more calls than a person could click', async () => {
    const { token } = await shop.newUser();
    const answers = await Promise.all(Array.from({ length: 40 }, () => post('/api/user/upgrade/starter', token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});

describe('a checkout', () => {
  test('has the parameters Stripe expects, and returns id and url', async () => {
    const user = await shop.newUser();
    shop.asked.length = 0;
    const answer = await shop.upgrade(user.token);
    expect(answer).toEqual({
      id: expect.stringMatching(/^cs_test_/),
      url: `https://pay.example/test-checkout/${answer.id}`,
    });
    const [made] = madeBy('/v1/checkout/sessions');
    expect(Object.fromEntries(made?.form ?? [])).toMatchObject({
      mode: 'subscription',
      customer: await shop.customerOf(user.id),
      client_reference_id: user.id,
      'line_items[0][price]': 'price_test_starter',
      'line_items[0][quantity]': '1',
      'metadata[plan]': 'starter',
      'subscription_data[metadata][user_id]': user.id,
      success_url: 'https://zeus.example/billing?upgrade=success&session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://zeus.example/billing?upgrade=canceled',
      allow_promotion_codes: 'true',
    });
    expect(made?.headers.get('authorization')).toBe('Bearer sk_test_of_a_test');
    expect(made?.headers.get('stripe-version')).toBe('2026-10-28.endive');
    expect(made?.headers.get('idempotency-key')).toMatch(/^checkout:cus_/);
  });

  test('requested 15 times at once is one checkout of one customer', async () => {
    const user = await shop.newUser();
    shop.asked.length = 0;
    const answers = await Promise.all(Array.from({ length: 15 }, () => shop.upgrade(user.token)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await sessionsOf(user.id)).toHaveLength(1);
    const rows = await shop.ctx.db.sql`select body from test_stripe_objects
      where object = 'customer' and body->'metadata'->>'user_id' = ${user.id}`;
    expect(rows).toHaveLength(1);
  });

  test('requested again is the same while it is open; a checkout for another plan is closed', async () => {
    const user = await shop.newUser();
    const first = await shop.upgrade(user.token, 'starter');
    expect(await shop.upgrade(user.token, 'starter')).toEqual(first);
    const growth = await shop.upgrade(user.token, 'growth');
    expect(growth.id).not.toBe(first.id);
    const states = Object.fromEntries((await sessionsOf(user.id)).map(({ id, status }) => [id, status]));
    expect(states).toEqual({ [first.id]: 'expired', [growth.id]: 'open' });
  });

  test('opened before the operator changed the price is closed, and a new one has the new price', async () => {
    const user = await shop.newUser();
    const { id } = await shop.upgrade(user.token);
    const opened = (await find<Session>(shop.ctx.db.kysely, 'checkout.session', id)) as Session;
    await save(shop.ctx.db.kysely, {
      ...opened,
      price: 'price_before',
      metadata: { plan: 'starter', price: 'price_before' },
    });
    await shop.upgrade(user.token);
    const sessions = (await sessionsOf(user.id)).map(({ price, status }) => ({ price, status }));
    expect(sessions).toEqual([
      { price: 'price_test_starter', status: 'open' },
      { price: 'price_before', status: 'expired' },
    ]);
  });

  test('after a plan has ended is a new one', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token);
    const [subscription] = await shop.subscriptions(user.id);
    await endNow(shop.ctx.db, subscription?.id ?? '');
    const again = await shop.upgrade(user.token);
    expect((await sessionsOf(user.id)).find(({ id }) => id === again.id)?.status).toBe('open');
  });

  test('after the operator deleted the customer at Stripe belongs to a new customer', async () => {
    const user = await shop.newUser();
    await shop.upgrade(user.token);
    const old = await shop.customerOf(user.id);
    await save(shop.ctx.db.kysely, { id: old, object: 'customer', created: 0, deleted: true });
    await shop.upgrade(user.token);
    const next = await shop.customerOf(user.id);
    expect(next).toMatch(/^cus_/);
    expect(next).not.toBe(old);
  });
});

describe('the offer', () => {
  const addCode = (code: string, more: object = {}) =>
    save(shop.ctx.db.kysely, make('promotion_code', { code, active: true, percent_off: 50, ...more }));
  const lastMade = () => madeBy('/v1/checkout/sessions').at(-1)?.form;

  test('that the user signed up with becomes the promotion code of the checkout', async () => {
    await addCode('HALF');
    const user = await shop.newUser();
    await post('/api/user/init', user.token, { offer: 'HALF' });
    const { id } = await shop.upgrade(user.token);
    expect(lastMade()?.get('discounts[0][promotion_code]')).toMatch(/^promo_/);
    expect(lastMade()?.has('allow_promotion_codes')).toBe(false);
    await shop.sendAll(await payCheckout(shop.ctx.db, id));
    await shop.settle();
    expect((await shop.invoices(user.id))[0]?.amount_paid).toBe(1450);
    expect(await shop.balance(user.id)).toEqual({ credits: 600, email_credits: 525 });
  });

  test('that Stripe does not know leaves the field on the page empty', async () => {
    const user = await shop.newUser();
    await shop.upgrade(user.token, 'starter', { offer: 'nobody-knows' });
    expect(lastMade()?.get('allow_promotion_codes')).toBe('true');
  });

  test('that the customer may not use is ignored', async () => {
    await addCode('NEWCOMER', { first_time_only: true });
    const user = await shop.newUser();
    await shop.buy(user.token);
    const [subscription] = await shop.subscriptions(user.id);
    await endNow(shop.ctx.db, subscription?.id ?? '');
    const { id } = await shop.upgrade(user.token, 'starter', { offer: 'NEWCOMER' });
    const session = await find<Session>(shop.ctx.db.kysely, 'checkout.session', id);
    expect(session?.percent_off).toBe(0);
    expect(lastMade()?.get('allow_promotion_codes')).toBe('true');
  });

  test.each([5, 'x'.repeat(101), {}])('%j is refused', async (offer) => {
    const { token } = await shop.newUser();
    expect((await post('/api/user/upgrade/starter', token, { offer })).status).toBe(400);
  });
});

describe('a user with a plan', () => {
  test('is sent to confirm the change, never to a second checkout', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token, 'starter');
    const { id, url } = await shop.upgrade(user.token, 'growth');
    expect(id).toMatch(/^bps_/);
    const [subscription] = await shop.subscriptions(user.id);
    expect((await portalAt(url))?.flow).toEqual({
      subscription: subscription?.id,
      price: 'price_test_growth',
      done_url: 'https://zeus.example/billing?upgrade=success',
    });
    expect(await sessionsOf(user.id)).toHaveLength(1);
  });

  test('who chooses the cheaper one comes back without being promised new credits', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token, 'growth');
    const { url } = await shop.upgrade(user.token, 'starter');
    expect((await portalAt(url))?.flow?.done_url).toBe('https://zeus.example/billing?upgrade=scheduled');
  });

  test('who requests the same plan is sent to the portal', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token, 'starter');
    const { url } = await shop.upgrade(user.token, 'starter');
    expect((await portalAt(url))?.flow).toBeNull();
  });

  test('whose payment failed is sent to the portal too', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token, 'starter');
    const [subscription] = await shop.subscriptions(user.id);
    await passMonth(shop.ctx.db, subscription?.id ?? '', { paid: false });
    expect((await portalAt((await shop.upgrade(user.token, 'growth')).url))?.flow).toBeNull();
  });

  test('that is canceled but still running gets no checkout either', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token, 'starter');
    const [subscription] = await shop.subscriptions(user.id);
    await setCancel(shop.ctx.db, subscription?.id ?? '', true);
    expect((await shop.upgrade(user.token, 'growth')).id).toMatch(/^bps_/);
  });

  test('opens the portal, with our configuration if there is one', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token);
    const configuration = make('billing_portal.configuration', { active: true, metadata: { zeus: 'portal' } });
    await save(shop.ctx.db.kysely, configuration);
    const answer = await post('/api/user/portal', user.token);
    expect(await answer.json()).toEqual({
      id: expect.stringMatching(/^bps_/),
      url: expect.stringContaining('/test-portal/bps_'),
    });
    expect(Object.fromEntries(madeBy('/v1/billing_portal/sessions').at(-1)?.form ?? [])).toEqual({
      configuration: configuration.id,
      customer: await shop.customerOf(user.id),
      return_url: 'https://zeus.example/billing',
    });
  });
});

describe('when Stripe fails', () => {
  test('the package retries, and nothing is done twice', async () => {
    clearFaults(shop);
    const user = await shop.newUser();
    shop.asked.length = 0;
    shop.faults.push({ status: 500, on: /POST .*customers/ }, { status: 503, on: /POST .*checkout/ });
    await shop.upgrade(user.token);
    const made = madeBy('/v1/checkout/sessions');
    expect(made).toHaveLength(2);
    expect(new Set(made.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(madeBy('/v1/customers')).toHaveLength(2);
    expect(await sessionsOf(user.id)).toHaveLength(1);
  });

  test.each([/POST .*customers/, /POST .*checkout/])(
    'and repeats that for the same key (%s), the next try works',
    async (on) => {
      clearFaults(shop);
      const user = await shop.newUser();
      shop.faults.push({ status: 500, on, repeats: true });
      expect((await post('/api/user/upgrade/starter', user.token)).status).toBe(502);
      const answers = await Promise.all(Array.from({ length: 5 }, () => shop.upgrade(user.token)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await sessionsOf(user.id)).toHaveLength(1);
    },
  );

  test('to open the portal, it is asked once', async () => {
    clearFaults(shop);
    const user = await shop.newUser();
    await shop.upgrade(user.token);
    shop.asked.length = 0;
    shop.faults.push({ status: 400, on: /POST .*billing_portal/ });
    expect((await post('/api/user/portal', user.token)).status).toBe(502);
    expect(madeBy('/v1/billing_portal/sessions')).toHaveLength(1);
  });

  test('permanently, the user gets a clear message', async () => {
    clearFaults(shop);
    const { token } = await shop.newUser();
    for (let n = 0; n < 3; n += 1) shop.faults.push({ status: 500, on: /POST .*customers/ });
    const answer = await post('/api/user/upgrade/starter', token);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({
      error: 'payments-unavailable',
      message: expect.stringContaining('Nothing was charged'),
    });
  });
});

test('with PAYMENTS=off, the answer says so', async () => {
  const zeus = await createTestApp({ env: { PAYMENTS: 'off' } });
  onTestFinished(() => zeus.close());
  const { token } = await zeus.newUser();
  const answer = await zeus.ask('/api/user/upgrade/starter', { method: 'POST', token });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    error: 'payments-off',
    message: expect.stringContaining('are not available right now'),
  });
  expect((await zeus.ask('/api/user/portal', { method: 'POST', token })).status).toBe(409);
  expect((await zeus.ask('/stripe/webhook', { method: 'POST', body: '{}' })).status).toBe(409);
  expect((await zeus.ask('/test-checkout/cs_test_1')).status).toBe(404);
  const billing = await zeus.ask('/data/billing', { token });
  expect(await billing.json()).toEqual({ mode: 'off', portal: false, subscription: null, records: [] });
});
