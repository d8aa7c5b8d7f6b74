// The test checkout as a browser without scripts uses it: our own pages, the same sync, a locally signed event.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BillingView } from '../../../shared/billing.ts';
import { syncPaymentCustomer } from '../../jobs.ts';
import { openQueue } from '../../platform/queue.ts';
import { appForTests } from '../../test/app.ts';
import { findOwnProfile } from '../../users/profiles.store.ts';
import { syncCustomerJob } from '../sync/sync-customer.job.ts';

const zeus = appForTests({ env: { SITE_URL: 'http://localhost:4321' } });
let stop: () => Promise<void>;
beforeAll(async () => {
  const queue = await openQueue(zeus.ctx.db, { jobs: [syncPaymentCustomer], log: zeus.ctx.log });
  queue.handle(syncPaymentCustomer, syncCustomerJob(zeus.ctx));
  await queue.startWorking();
  stop = queue.stop;
});
afterAll(() => stop());

const site = 'http://localhost:4321';
const submit = (path: string, form: Record<string, string>) =>
  zeus.ask(path, { method: 'POST', body: new URLSearchParams(form) });
const pay = (path: string, card = '4242 4242 4242 4242') => submit(path, { card });
const balance = async (id: string) => (await findOwnProfile(zeus.ctx.db, id))?.credits;

async function open(token: string, plan = 'starter'): Promise<string> {
  const answer = await zeus.ask(`/api/user/upgrade/${plan}`, { method: 'POST', token });
  const { url } = (await answer.json()) as { url: string };
  expect(url.startsWith(`${site}/test-`)).toBe(true);
  return url.slice(site.length);
}

async function billingOf(token: string): Promise<BillingView> {
  return (await (await zeus.ask('/data/billing', { token })).json()) as BillingView;
}

async function subscriber() {
  const user = await zeus.newUser();
  await pay(await open(user.token));
  await expect.poll(() => balance(user.id), { timeout: 25_000 }).toBe(500);
  return user;
}

async function portal(token: string): Promise<string> {
  const answer = await zeus.ask('/api/user/portal', { method: 'POST', token });
  return ((await answer.json()) as { url: string }).url.slice(site.length);
}

describe('the checkout', () => {
  test('says that it is a test and what each card does', async () => {
    const { token } = await zeus.newUser();
    const page = await zeus.ask(await open(token));
    const text = await page.text();
    expect(page.status).toBe(200);
    for (const part of [
      'no money is charged',
      'Subscribe to Starter',
      '$29.00',
      '4000 0000 0000 0002',
      'asks for confirmation',
    ])
      expect(text).toContain(part);
  });

  test('with the good card returns with success, and the event grants the credits', async () => {
    const user = await zeus.newUser();
    const path = await open(user.token);
    const answer = await pay(path);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/billing?upgrade=success&session_id=${path.split('/').at(-1)}`);
    await expect.poll(() => balance(user.id), { timeout: 25_000 }).toBe(500);
    expect(await billingOf(user.token)).toMatchObject({
      mode: 'test',
      subscription: { plan: 'starter', status: 'active' },
    });
  });

  test('submitted twice at once pays once', async () => {
    const user = await zeus.newUser();
    const path = await open(user.token);
    await Promise.all([pay(path), pay(path), pay(path)]);
    await expect.poll(() => balance(user.id), { timeout: 25_000 }).toBe(500);
    expect((await billingOf(user.token)).records).toHaveLength(1);
    expect((await pay(path)).status).toBe(410);
  });

  test.each([
    ['4000000000000002', 'Your card was declined'],
    ['4111 1111 1111 1111', 'not one of the test cards'],
    ['<script>alert(1)</script>', 'not one of the test cards'],
  ])('with %s stays on the page', async (card, sentence) => {
    const user = await zeus.newUser();
    const path = await open(user.token);
    const answer = await pay(path, card);
    expect(answer.status).toBe(402);
    const text = await answer.text();
    expect(text).toContain(sentence);
    expect(text).toContain(`href="${site}/billing?upgrade=canceled"`);
    expect((await billingOf(user.token)).subscription).toBeNull();
  });

  test('with the card that needs confirmation asks first', async () => {
    const user = await zeus.newUser();
    const path = await open(user.token, 'growth');
    expect(await (await pay(path, '4000002760003184')).text()).toContain('Confirm the payment');
    expect((await submit(`${path}/confirmation`, { answer: 'no' })).status).toBe(402);
    expect(await balance(user.id)).toBe(0);
    expect((await submit(`${path}/confirmation`, { answer: 'yes' })).status).toBe(303);
    await expect.poll(() => balance(user.id), { timeout: 25_000 }).toBe(2_000);
  });

  test('gives each payment an invoice, and shows no page for ids that are not invoices', async () => {
    const user = await subscriber();
    const [payment] = (await billingOf(user.token)).records;
    expect(payment?.receipt_url).toMatch(/^\/test-invoice\/in_/);
    const invoice = await zeus.ask(payment?.receipt_url ?? '');
    expect(invoice.status).toBe(200);
    const text = await invoice.text();
    for (const part of ['$29.00', 'Starter, ', 'paid on ']) expect(text).toContain(part);
    for (const id of ['in_unknown', 'price_test_starter']) {
      expect((await zeus.ask(`/test-invoice/${id}`)).status).toBe(404);
    }
  });

  test.each(['/test-checkout/cs_test_unknown', '/test-portal/bps_unknown'])('%s is closed', async (path) => {
    expect((await zeus.ask(path)).status).toBe(410);
  });
});

describe('the portal', () => {
  test('changes, cancels, resumes, and lets a month pass', async () => {
    const user = await subscriber();
    const path = await portal(user.token);
    expect(await (await zeus.ask(path)).text()).toContain('Change to Growth: $50.00 now');
    await submit(path, { price: 'price_test_growth' });
    await expect.poll(() => balance(user.id), { timeout: 25_000 }).toBe(2_000);
    const changed = await (await zeus.ask(path)).text();
    expect(changed).toContain('class="plain">Change to Starter: starting next month');
    await submit(path, { act: 'cancel' });
    const cancels = async () => (await billingOf(user.token)).subscription?.cancels_at !== null;
    await expect.poll(cancels, { timeout: 25_000 }).toBe(true);
    await submit(path, { act: 'keep' });
    await expect.poll(cancels, { timeout: 25_000 }).toBe(false);
    await submit(path, { act: 'month' });
    await expect.poll(() => balance(user.id), { timeout: 25_000 }).toBe(4_000);
  });

  test('a change started on /billing is confirmed and returns with success', async () => {
    const user = await subscriber();
    const path = await open(user.token, 'growth');
    expect(await (await zeus.ask(path)).text()).toContain('Change to Growth');
    const answer = await submit(path, { price: 'price_test_growth' });
    expect(answer.headers.get('location')).toBe('/billing?upgrade=success');
    await expect.poll(() => balance(user.id), { timeout: 25_000 }).toBe(2_000);
  });
});

test('an event that the test checkout did not sign is refused', async () => {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'invoice.paid',
    data: { object: { object: 'invoice', customer: 'cus_1' } },
  });
  const headers = { 'stripe-signature': 't=1,v1=abc' };
  expect((await zeus.ask('/stripe/webhook', { method: 'POST', body, headers })).status).toBe(400);
});
