// Plan and credits over several months, whichever events arrive.
import { describe, expect, test } from 'vitest';
import type { BillingView } from '../../../shared/billing.ts';
import { syncBilling } from '../../jobs.ts';
import { changePlan, passMonth, payCheckout, setCancel } from '../payments/stand-in/billing-actions.ts';
import { get, make, save } from '../payments/stand-in/ledger.ts';
import type { Invoice, Session, Subscription } from '../payments/stand-in/objects.ts';
import { dispute, refund } from '../test/reversals.ts';
import { clearFaults, shopForTests } from '../test/shop.ts';
import { syncAll, syncBillingJob } from './sync-all.job.ts';
import { syncCustomer } from './sync-customer.ts';

const shop = shopForTests();

const growth = { credits: 2_000, email_credits: 2_000 };
const starters = (months: number) => ({ credits: 500 * months, email_credits: 500 * months });

async function subscriber(plan = 'starter') {
  const user = await shop.newUser();
  await shop.buy(user.token, plan);
  const [subscription] = await shop.subscriptions(user.id);
  const customerId = await shop.customerOf(user.id);
  const sync = () => syncCustomer(shop.ctx, customerId);
  await sync();
  return { ...user, subscriptionId: subscription?.id ?? '', customerId, sync };
}

async function billingOf(token: string): Promise<BillingView> {
  return (await (await shop.ask('/data/billing', { token })).json()) as BillingView;
}

const kindsOf = ({ records }: BillingView) => records.map(({ kind }) => kind);

describe('a plan', () => {
  test('grants its credits every month, and is shown', async () => {
    const user = await subscriber();
    for (let month = 0; month < 2; month += 1) await passMonth(shop.ctx.db, user.subscriptionId);
    await user.sync();
    expect(await shop.balance(user.id)).toEqual(starters(3));
    const billing = await billingOf(user.token);
    expect(billing).toMatchObject({
      mode: 'stripe',
      portal: true,
      subscription: { plan: 'starter', status: 'active', cancels_at: null, next_plan: null },
    });
    expect(billing.records).toHaveLength(3);
    expect(billing.records[0]).toMatchObject({ kind: 'payment', plan: 'starter', amount: 2900, currency: 'usd' });
  });

  test('synced 20 times at once grants its credits once', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token);
    const customerId = await shop.customerOf(user.id);
    await Promise.all(Array.from({ length: 20 }, () => syncCustomer(shop.ctx, customerId)));
    expect(await shop.balance(user.id)).toEqual(starters(1));
  });

  test('that was canceled runs until the end of its month, and its credits stay', async () => {
    const user = await subscriber();
    await setCancel(shop.ctx.db, user.subscriptionId, true);
    await user.sync();
    const canceled = await billingOf(user.token);
    expect(canceled.subscription?.cancels_at).toBe(canceled.subscription?.renews_at);
    await passMonth(shop.ctx.db, user.subscriptionId);
    await user.sync();
    expect(await billingOf(user.token)).toMatchObject({ subscription: null, portal: true });
    expect(await shop.balance(user.id)).toEqual(starters(1));
  });

  test('that was resumed continues', async () => {
    const user = await subscriber();
    await setCancel(shop.ctx.db, user.subscriptionId, true);
    await setCancel(shop.ctx.db, user.subscriptionId, false);
    await passMonth(shop.ctx.db, user.subscriptionId);
    await user.sync();
    expect((await billingOf(user.token)).subscription?.cancels_at).toBeNull();
    expect(await shop.balance(user.id)).toEqual(starters(2));
  });

  test('whose payment failed grants nothing until it succeeds', async () => {
    const user = await subscriber();
    await passMonth(shop.ctx.db, user.subscriptionId, { paid: false });
    await user.sync();
    expect((await billingOf(user.token)).subscription?.status).toBe('past_due');
    expect(await shop.balance(user.id)).toEqual(starters(1));
    const [open] = (await shop.invoices(user.id)).filter(({ status }) => status === 'open');
    await save(shop.ctx.db.kysely, { ...(open as Invoice), status: 'paid' });
    await user.sync();
    expect(await shop.balance(user.id)).toEqual(starters(2));
  });
});

describe('a change of plan', () => {
  test('to the more expensive one grants the difference now', async () => {
    const user = await subscriber('starter');
    await changePlan(shop.ctx.db, user.subscriptionId, 'price_test_growth');
    await user.sync();
    expect(await shop.balance(user.id)).toEqual(growth);
    expect((await billingOf(user.token)).subscription?.plan).toBe('growth');
    await passMonth(shop.ctx.db, user.subscriptionId);
    await user.sync();
    expect(await shop.balance(user.id)).toEqual({ credits: 4_000, email_credits: 4_000 });
  });

  test('grants the same to a customer with a discount', async () => {
    await save(shop.ctx.db.kysely, make('promotion_code', { code: 'HALF', active: true, percent_off: 50 }));
    const user = await shop.newUser();
    await payCheckout(shop.ctx.db, (await shop.upgrade(user.token, 'starter', { offer: 'HALF' })).id);
    const [subscription] = await shop.subscriptions(user.id);
    await changePlan(shop.ctx.db, subscription?.id ?? '', 'price_test_growth');
    await syncCustomer(shop.ctx, await shop.customerOf(user.id));
    const paid = (await shop.invoices(user.id)).map(({ amount_paid }) => amount_paid);
    expect(paid.sort()).toEqual([1450, 2500]);
    expect(await shop.balance(user.id)).toEqual(growth);
  });

  test('grants the same in another currency that the operator added to the prices', async () => {
    const { kysely } = shop.ctx.db;
    const yen = { starter: 4_400, growth: 12_000 };
    for (const [plan, unit_amount] of Object.entries(yen)) {
      const price = await get(kysely, 'price', `price_test_${plan}`);
      await save(kysely, { ...price, currency_options: { jpy: { unit_amount } } });
    }
    const user = await subscriber('starter');
    await changePlan(shop.ctx.db, user.subscriptionId, 'price_test_growth');
    const invoice = (await shop.invoices(user.id)).find(({ lines }) => lines.data.length === 2) as Invoice;
    const amounts = [-yen.starter, yen.growth];
    const data = invoice.lines.data.map((line, n) => ({ ...line, currency: 'jpy', amount: amounts[n] ?? 0 }));
    await save(kysely, { ...invoice, currency: 'jpy', lines: { ...invoice.lines, data } });
    await user.sync();
    expect(await shop.balance(user.id)).toEqual(growth);
  });

  test('in the middle of the month grants half the difference', async () => {
    const user = await subscriber('starter');
    const subscription = await get<Subscription>(shop.ctx.db.kysely, 'subscription', user.subscriptionId);
    const [item] = subscription.items.data;
    const half = Math.floor((item.current_period_end - item.current_period_start) / 2);
    const earlier = {
      current_period_start: item.current_period_start - half,
      current_period_end: item.current_period_end - half,
    };
    await save(shop.ctx.db.kysely, { ...subscription, items: { object: 'list', data: [{ ...item, ...earlier }] } });
    await changePlan(shop.ctx.db, user.subscriptionId, 'price_test_growth');
    await user.sync();
    const { credits } = await shop.balance(user.id);
    expect(credits).toBeGreaterThanOrEqual(1_249);
    expect(credits).toBeLessThanOrEqual(1_251);
  });

  test('to the cheaper one waits for the next month, so that switching back and forth gains nothing', async () => {
    const user = await subscriber('growth');
    for (const price of ['price_test_starter', 'price_test_growth', 'price_test_starter'])
      await changePlan(shop.ctx.db, user.subscriptionId, price);
    await user.sync();
    expect(await shop.balance(user.id)).toEqual(growth);
    expect((await billingOf(user.token)).subscription).toMatchObject({ plan: 'growth', next_plan: 'starter' });
    await passMonth(shop.ctx.db, user.subscriptionId);
    await user.sync();
    expect(await shop.balance(user.id)).toEqual({ credits: 2_500, email_credits: 2_500 });
    expect((await billingOf(user.token)).subscription).toMatchObject({ plan: 'starter', next_plan: null });
  });
});

describe('a user who pays twice', () => {
  /** Two tabs, opened before either was paid: Stripe accepts both payments. */
  async function payTwice(plans: [string, string]) {
    const user = await shop.newUser();
    const first = await shop.upgrade(user.token, plans[0]);
    const second = await shop.upgrade(user.token, plans[1]);
    for (const { id } of [first, second]) {
      const session = await get<Session>(shop.ctx.db.kysely, 'checkout.session', id);
      await save(shop.ctx.db.kysely, { ...session, status: 'open' });
      await payCheckout(shop.ctx.db, id);
    }
    await syncCustomer(shop.ctx, await shop.customerOf(user.id));
    return user;
  }

  test('gets the credits of both invoices, keeps the more expensive plan and is not charged for the other again', async () => {
    const user = await payTwice(['starter', 'growth']);
    expect(await shop.balance(user.id)).toEqual({ credits: 2_500, email_credits: 2_500 });
    const states = (await shop.subscriptions(user.id)).map(({ status, items }) => [items.data[0].price.id, status]);
    expect(Object.fromEntries(states)).toEqual({ price_test_growth: 'active', price_test_starter: 'canceled' });
    const billing = await billingOf(user.token);
    expect(billing.subscription?.plan).toBe('growth');
    expect(kindsOf(billing).sort()).toEqual(['ended', 'payment', 'payment']);
  });

  test('has every open checkout closed', async () => {
    const user = await subscriber();
    const closed = {
      ...(await shop.sessions())[0],
      id: 'cs_test_left_open',
      status: 'open',
      customer: user.customerId,
    };
    await save(shop.ctx.db.kysely, closed as Session);
    await user.sync();
    expect((await get(shop.ctx.db.kysely, 'checkout.session', 'cs_test_left_open')).status).toBe('expired');
  });
});

test.each(['active', 'past_due'])(
  "the operator's own subscription is kept next to a plan that is %s",
  async (status) => {
    const user = await subscriber();
    const bought = await get<Subscription>(shop.ctx.db.kysely, 'subscription', user.subscriptionId);
    await save(shop.ctx.db.kysely, { ...bought, status });
    const text = JSON.stringify({ ...bought, id: `sub_custom_${status}` });
    const custom = text.replaceAll('price_test_starter', 'price_custom');
    await save(shop.ctx.db.kysely, JSON.parse(custom) as Subscription);
    await user.sync();
    const states = (await shop.subscriptions(user.id)).map((one) => [one.id, one.status]);
    expect(Object.fromEntries(states)).toEqual({ [bought.id]: status, [`sub_custom_${status}`]: 'active' });
    expect((await billingOf(user.token)).subscription).toMatchObject({ plan: 'starter', status });
  },
);

describe("a customer's email", () => {
  const emailAt = async (customerId: string) => (await get(shop.ctx.db.kysely, 'customer', customerId)).email;
  const changeEmail = (userId: string, email: string) =>
    shop.ctx.db.sql`update auth.users set email = ${email} where id = ${userId}`;

  test('follows that of the account', async () => {
    const user = await subscriber();
    await changeEmail(user.id, 'new-mailbox@zeus.example');
    await user.sync();
    expect(await emailAt(user.customerId)).toBe('new-mailbox@zeus.example');
    expect((await get(shop.ctx.db.kysely, 'customer', user.customerId)).metadata).toMatchObject({ user_id: user.id });
  });

  test('that the operator set at Stripe stays until the account has a new one', async () => {
    const user = await subscriber();
    const customer = await get(shop.ctx.db.kysely, 'customer', user.customerId);
    await save(shop.ctx.db.kysely, { ...customer, email: 'accounting@zeus.example' });
    await user.sync();
    expect(await emailAt(user.customerId)).toBe('accounting@zeus.example');
    await changeEmail(user.id, 'newer-mailbox@zeus.example');
    await user.sync();
    expect(await emailAt(user.customerId)).toBe('newer-mailbox@zeus.example');
  });

  test('that Stripe refuses costs no credits', async () => {
    clearFaults(shop);
    const user = await subscriber();
    await changeEmail(user.id, 'refused-mailbox@zeus.example');
    await passMonth(shop.ctx.db, user.subscriptionId);
    shop.faults.push({ status: 400, on: /POST .*customers/, repeats: true });
    await user.sync();
    expect(await shop.balance(user.id)).toEqual(starters(2));
  });
});

describe('refunds and disputes', () => {
  test('are recorded, in part or whole, and take no credits', async () => {
    const user = await subscriber();
    const [charge] = await shop.charges(user.id);
    const events = [
      ...(await refund(shop.ctx.db, charge?.id ?? '', 900)),
      ...(await refund(shop.ctx.db, charge?.id ?? '')),
    ];
    await shop.sendAll([...events, ...events]);
    await shop.settle();
    const refunds = (await billingOf(user.token)).records.filter(({ kind }) => kind === 'refund');
    expect(refunds.map(({ amount, status }) => [amount, status]).sort()).toEqual([
      [2000, 'succeeded'],
      [900, 'succeeded'],
    ]);
    expect(await shop.balance(user.id)).toEqual(starters(1));
  });

  test('a dispute is found by its charge', async () => {
    const user = await subscriber();
    const [charge] = await shop.charges(user.id);
    await shop.sendAll(await dispute(shop.ctx.db, charge?.id ?? ''));
    await shop.settle();
    expect((await billingOf(user.token)).records[0]).toMatchObject({
      kind: 'dispute',
      amount: 2900,
      status: 'needs_response',
    });
    expect(await shop.balance(user.id)).toEqual(starters(1));
  });
});

describe('when no event arrives', () => {
  test('returning to the page syncs', async () => {
    const user = await shop.newUser();
    await shop.buy(user.token);
    expect((await billingOf(user.token)).subscription).toBeNull();
    const answer = await shop.ask('/api/user/billing/refresh', { method: 'POST', token: user.token });
    expect(await answer.json()).toMatchObject({ subscription: { plan: 'starter' } });
    expect(await shop.balance(user.id)).toEqual(starters(1));
  });

  test('the daily sync finds it, however often it runs, and skips recently synced customers', async () => {
    const user = await subscriber();
    await passMonth(shop.ctx.db, user.subscriptionId);
    await syncAll(shop.ctx);
    expect(await shop.balance(user.id)).toEqual(starters(1));
    await shop.ctx.db
      .sql`update billing_customers set synced_at = now() - interval '25 hours' where id = ${user.customerId}`;
    for (let round = 0; round < 2; round += 1) await syncAll(shop.ctx);
    expect(await shop.balance(user.id)).toEqual(starters(2));
  });

  test('each sync enqueues the next, and only one', async () => {
    const { run } = syncBillingJob(shop.ctx);
    const call = { log: shop.ctx.log, signal: new AbortController().signal, attempt: 1 };
    for (let round = 0; round < 2; round += 1) await run({}, call);
    const counts = await shop.ctx.queue.counts();
    expect(counts.find(({ job }) => job === syncBilling.name)).toMatchObject({ waiting: 1, running: 0 });
  });

  test('a customer unknown to Stripe delays no other', async () => {
    const [lost, other] = [await subscriber(), await subscriber()];
    await passMonth(shop.ctx.db, other.subscriptionId);
    await shop.ctx.db.sql`delete from test_stripe_objects where id = ${lost.customerId}`;
    await shop.ctx.db
      .sql`update billing_customers set synced_at = null where id in (${lost.customerId}, ${other.customerId})`;
    await syncAll(shop.ctx);
    expect(await shop.balance(other.id)).toEqual(starters(2));
    await shop.ctx.db.sql`delete from billing_customers where id = ${lost.customerId}`;
  });
});

test('a customer unknown to Stripe is replaced by a new purchase once the paid month is over, never before', async () => {
  const user = await subscriber();
  await shop.ctx.db.sql`delete from test_stripe_objects where id = ${user.customerId}`;
  const upgrade = () => shop.ask('/api/user/upgrade/starter', { method: 'POST', json: {}, token: user.token });
  expect((await upgrade()).status).not.toBe(200);
  expect(await shop.customerOf(user.id)).toBe(user.customerId);
  await shop.ctx.db
    .sql`update billing_subscriptions set renews_at = now() - interval '1 second' where customer_id = ${user.customerId}`;
  expect((await upgrade()).status).toBe(200);
  expect(await shop.customerOf(user.id)).not.toBe(user.customerId);
  expect(await shop.balance(user.id)).toEqual(starters(1));
});

test('an older read never overwrites a newer one', async () => {
  const user = await subscriber();
  await shop.ctx.db.sql`update billing_customers set written = 1000 where id = ${user.customerId}`;
  await setCancel(shop.ctx.db, user.subscriptionId, true);
  await passMonth(shop.ctx.db, user.subscriptionId);
  await shop.ctx.db.sql`update billing_records set status = 'newer' where customer_id = ${user.customerId}`;
  await user.sync();
  const billing = await billingOf(user.token);
  expect(billing.subscription).toMatchObject({ status: 'active', cancels_at: null });
  expect(billing.records.map(({ status }) => status)).toContain('newer');
});

test("users cannot see each other's plan or payments", async () => {
  await subscriber();
  const { token } = await shop.newUser();
  expect(await billingOf(token)).toEqual({ mode: 'stripe', portal: false, subscription: null, records: [] });
});

test('a price missing from the settings grants nothing until it is added', async () => {
  const user = await subscriber();
  const [invoice] = await shop.invoices(user.id);
  const text = JSON.stringify({ ...invoice, id: 'in_other' }).replaceAll('price_test_starter', 'price_of_old');
  await save(shop.ctx.db.kysely, JSON.parse(text) as Invoice);
  await user.sync();
  expect(await shop.balance(user.id)).toEqual(starters(1));
});

test('usage is listed per day, for the user alone', async () => {
  const user = await shop.newUser({ backlink: 10, email: 10 });
  const spend = (kind: string, delta: number, reason: string) =>
    shop.ctx.db.kysely.insertInto('credit_entries').values({ user_id: user.id, kind, delta, reason }).execute();
  await spend('backlink', -3, 'a');
  await spend('backlink', -2, 'b');
  await spend('email', -1, 'c');
  const { token: other } = await shop.newUser({ email: 5 });
  const today = new Date().toISOString().slice(0, 10);
  expect(await (await shop.ask('/data/billing/use', { token: user.token })).json()).toEqual([
    { day: today, backlink: 5, email: 1 },
  ]);
  expect(await (await shop.ask('/data/billing/use', { token: other })).json()).toEqual([]);
});
