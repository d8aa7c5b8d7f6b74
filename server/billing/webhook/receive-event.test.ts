// Events as they really arrive: forged, truncated, twice, all at once, late, in the wrong order, or never.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { retryAbandonedJobs } from '../../test/abandoned-jobs.ts';
import { passMonth } from '../payments/stand-in/billing-actions.ts';
import { make } from '../payments/stand-in/ledger.ts';
import type { StripeEvent } from '../payments/stand-in/objects.ts';
import { signEvent } from '../payments/stand-in/open-stand-in.ts';
import { clearFaults, openShop, shopForTests, stripeEnv, webhookSecret } from '../test/shop.ts';

const shop = shopForTests();

const oneStarter = { credits: 500, email_credits: 500 };
const nothing = { credits: 0, email_credits: 0 };
const paidIn = (events: StripeEvent[]) => events.find(({ type }) => type === 'invoice.paid') as StripeEvent;
const headerFor = (payload: string, more: { timestamp?: number; secret?: string } = {}) =>
  new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret: webhookSecret, ...more });
const signed = (event: object) => ({ header: headerFor(JSON.stringify(event)), body: JSON.stringify(event) });
const countEvents = async (id: string) =>
  (await shop.ctx.db.kysely.selectFrom('billing_events').select('id').where('id', '=', id).execute()).length;

async function buyer(plan = 'starter') {
  const user = await shop.newUser();
  return { user, events: await shop.buy(user.token, plan) };
}

describe('refuses what is not from Stripe, without effect', () => {
  let user: { id: string };
  let paid: StripeEvent;
  beforeAll(async () => {
    const bought = await buyer();
    user = bought.user;
    paid = paidIn(bought.events);
  });

  test.each([
    ['no signature', () => ({ header: '' })],
    ['a signature of somebody else', (body: string) => ({ header: headerFor(body, { secret: 'whsec_wrong' }) })],
    [
      'a signature of yesterday',
      (body: string) => ({ header: headerFor(body, { timestamp: Math.floor(Date.now() / 1000) - 86_400 }) }),
    ],
    ['nonsense for a signature', () => ({ header: 't=1,v1=0' })],
    ['a signature without a value', () => ({ header: 't=1,v1' })],
    ['a header of separators', () => ({ header: ',,==,v1=,t=' })],
    ['a header that is not ASCII', () => ({ header: 't=1,v1=\u00e9\u00ff' })],
    ['a text cut short', (body: string) => ({ header: headerFor(body), body: body.slice(0, -40) })],
    ['one byte changed', (body: string) => ({ header: headerFor(body), body: body.replace('usd', 'eur') })],
    ['signed, but no JSON', () => ({ header: headerFor('{"id":'), body: '{"id":' })],
    ['signed, but null', () => ({ header: headerFor('null'), body: 'null' })],
    ['signed, but a list', () => ({ header: headerFor('[]'), body: '[]' })],
    ['signed, but an empty object', () => ({ header: headerFor('{}'), body: '{}' })],
    ['signed, but without an id', () => signed({ type: 'invoice.paid', data: { object: {} } })],
    ['signed, but with a number for an id', () => signed({ id: 7, type: 'invoice.paid', data: { object: {} } })],
    ['signed, but without data', () => signed({ id: 'evt_1', type: 'invoice.paid' })],
    ['signed, but a thin event', () => signed({ id: 'evt_1', object: 'v2.core.event', type: 'x' })],
    ['an empty text', () => ({ header: headerFor('x'), body: '' })],
  ])('%s', async (_name, change) => {
    const answer = await shop.send(paid, change(signEvent(paid, webhookSecret).rawBody));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'bad-signature' });
    expect(await countEvents(paid.id)).toBe(0);
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual(nothing);
  });

  test('a body over the limit', async () => {
    const body = 'x'.repeat(2_000_000);
    const answer = await shop.ask('/stripe/webhook', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': headerFor(body) },
    });
    expect(answer.status).toBe(413);
  });

  test('other methods', async () => {
    expect((await shop.ask('/stripe/webhook')).status).toBe(405);
  });
});

describe('credits are exactly right', () => {
  test('when every event arrives once', async () => {
    const { user, events } = await buyer();
    await shop.sendAll(events);
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual(oneStarter);
  });

  test('when 20 copies of the invoice arrive at once, and again later', async () => {
    const { user, events } = await buyer('growth');
    const paid = paidIn(events);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.send(paid)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    await shop.settle();
    await shop.sendAll([paid, paid]);
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual({ credits: 2_000, email_credits: 2_000 });
    expect(await countEvents(paid.id)).toBe(1);
  });

  test('when 20 different events about one invoice are handled at once', async () => {
    const { user, events } = await buyer();
    const paid = paidIn(events);
    await Promise.all(Array.from({ length: 20 }, (_, n) => shop.send({ ...paid, id: `${paid.id}_${n}` })));
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual(oneStarter);
  });

  test('when they arrive in reverse, or a month late', async () => {
    const { user, events } = await buyer();
    const [subscription] = await shop.subscriptions(user.id);
    const next = await passMonth(shop.ctx.db, subscription?.id ?? '');
    await shop.sendAll([...next].reverse());
    await shop.sendAll([...events].reverse());
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual({ credits: 1_000, email_credits: 1_000 });
  });

  test('when only the very last one arrives', async () => {
    const { user, events } = await buyer();
    await shop.sendAll(events.slice(-1));
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual(oneStarter);
  });

  test('when an event claims more than is true', async () => {
    const { user, events } = await buyer();
    const paid = paidIn(events);
    const lie = { ...paid, data: { object: { ...paid.data.object, id: 'in_invented', amount_paid: 999_999_00 } } };
    await shop.sendAll([lie]);
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual(oneStarter);
  });

  test('when Stripe fails during the sync, and the job is retried', async () => {
    clearFaults(shop);
    const { user, events } = await buyer();
    for (let n = 0; n < 3; n += 1) shop.faults.push({ status: 500, on: /GET .*invoices/ });
    await shop.sendAll([paidIn(events)]);
    await shop.settle();
    expect(await shop.balance(user.id)).toEqual(oneStarter);
    expect(shop.faults).toEqual([]);
  });

  test('an event about an unknown customer, or none, is accepted and has no effect', async () => {
    const about = (object: object) => make('event', { type: 'some.thing', data: { object: make('thing', object) } });
    const events = [about({ customer: 'cus_elsewhere' }), about({}), about({ customer: null, charge: null })];
    await shop.sendAll(events as StripeEvent[]);
    await shop.settle();
    expect(await shop.ctx.queue.deadLetters()).toEqual([]);
  });
});

test('a worker killed after the grant but before completing the job: another one takes over, and nothing is granted twice', {
  timeout: 90_000,
}, async () => {
  const own = await openShop({ works: false });
  onTestFinished(() => own.close());
  const user = await own.newUser();
  const events = await own.buy(user.token);
  const customer = await own.customerOf(user.id);
  const child = spawn(
    process.execPath,
    ['--no-warnings', fileURLToPath(new URL('../test/dying-worker.ts', import.meta.url))],
    {
      stdio: 'ignore',
      env: {
        ...stripeEnv,
        PATH: process.env.PATH,
        TEST_DATABASE: JSON.stringify(own.ctx.db.address),
        TEST_STRIPE_PORT: String(own.port),
        TEST_CUSTOMER: customer,
      },
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  expect(await own.balance(user.id)).toEqual(oneStarter);
  await retryAbandonedJobs(own.ctx.db);
  await own.startWorking();
  await own.sendAll(events);
  await own.settle();
  expect(await own.balance(user.id)).toEqual(oneStarter);
});
