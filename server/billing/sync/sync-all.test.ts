// Users who delete their account stop paying, whatever Stripe answers; and customers unknown to Stripe, because the account was
// switched, its test data was wiped, or the key is wrong.
import { beforeEach, describe, expect, test } from 'vitest';
import { payCheckout } from '../payments/stand-in/billing-actions.ts';
import { get, list, save } from '../payments/stand-in/ledger.ts';
import type { Subscription } from '../payments/stand-in/objects.ts';
import { clearFaults, shopForTests } from '../test/shop.ts';
import { syncAll } from './sync-all.job.ts';

const shop = shopForTests({ works: false });
beforeEach(() => shop.ctx.db.sql`delete from billing_departures`);

const post = (path: string, token: string) => shop.ask(`/api/user/${path}`, { method: 'POST', token, json: {} });

/** A user who bought a plan and deleted the account. */
async function departed() {
  const user = await shop.newUser();
  await shop.buy(user.token);
  const customerId = await shop.customerOf(user.id);
  const [bought] = await shop.subscriptions(user.id);
  await leave(user.id);
  return { customerId, bought: bought as Subscription };
}

const leave = (id: string) => shop.ctx.db.kysely.deleteFrom('auth.users').where('id', '=', id).execute();
const statusOf = async ({ id }: Subscription) =>
  (await get<Subscription>(shop.ctx.db.kysely, 'subscription', id)).status;

async function departures(): Promise<string[]> {
  const rows = await shop.ctx.db.kysely.selectFrom('billing_departures').select('customer_id').execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** The hourly sync, when those who have left so far did so long enough ago to be forgotten. */
async function syncLater(): Promise<void> {
  await shop.ctx.db.sql`update billing_departures set left_at = least(left_at, now() - interval '11 minutes')`;
  await syncAll(shop.ctx);
}

test('ends the plan, and nothing is left to do', async () => {
  const { bought } = await departed();
  for (let round = 0; round < 2; round += 1) await syncLater();
  expect(await statusOf(bought)).toBe('canceled');
  expect(await departures()).toEqual([]);
});

test('so does closing the account, which stays', async () => {
  const user = await shop.newUser();
  await shop.buy(user.token);
  const [bought] = await shop.subscriptions(user.id);
  await shop.ctx.db.sql`update auth.users set deleted_at = now() where id = ${user.id}`;
  for (let round = 0; round < 2; round += 1) await syncLater();
  expect(await statusOf(bought as Subscription)).toBe('canceled');
  expect(await departures()).toEqual([]);
});

test.each([
  [400, /^GET .v1.subscriptions$/],
  [404, /^GET .v1.customers./],
  [400, /^GET .v1.checkout.sessions$/],
])('a refusal (%i to %s) is retried in the next sync and delays no other customer', async (status, on) => {
  clearFaults(shop);
  const [refused, other] = [await departed(), await departed()];
  shop.faults.push({ status, on });
  await syncLater();
  expect(await departures()).toEqual([refused.customerId]);
  expect([await statusOf(refused.bought), await statusOf(other.bought)]).toEqual(['active', 'canceled']);
  await syncLater();
  expect(await departures()).toEqual([]);
  expect(await statusOf(refused.bought)).toBe('canceled');
});

test('a customer deleted at Stripe needs no work', async () => {
  const { customerId } = await departed();
  await save(shop.ctx.db.kysely, { id: customerId, object: 'customer', created: 0, deleted: true });
  await syncLater();
  expect(await departures()).toEqual([]);
});

test("a plan is also ended after hours with another account's key", async () => {
  const { customerId, bought } = await departed();
  const customer = await get(shop.ctx.db.kysely, 'customer', customerId);
  await shop.ctx.db.sql`delete from test_stripe_objects where id = ${customerId}`;
  await syncLater();
  expect(await departures()).toEqual([customerId]);
  await save(shop.ctx.db.kysely, customer);
  await syncLater();
  expect([await departures(), await statusOf(bought)]).toEqual([[], 'canceled']);
});

test('a customer unknown to Stripe for a month is no longer asked about', async () => {
  const { customerId } = await departed();
  await shop.ctx.db.sql`delete from test_stripe_objects where id = ${customerId}`;
  await shop.ctx.db.sql`update billing_departures set left_at = now() - interval '31 days'`;
  await syncAll(shop.ctx);
  expect(await departures()).toEqual([]);
});

test('a checkout paid at that moment is ended as well', async () => {
  const user = await shop.newUser();
  const checkout = await shop.upgrade(user.token);
  const customer = await shop.customerOf(user.id);
  await leave(user.id);
  shop.meanwhile.push({ on: /^POST .*expire$/, act: () => payCheckout(shop.ctx.db, checkout.id) });
  await syncAll(shop.ctx);
  const paid = await list<Subscription>(shop.ctx.db.kysely, 'subscription', { customer });
  expect(paid.map(({ status }) => status)).toEqual(['canceled']);
});

test('an open checkout can no longer be paid', async () => {
  const user = await shop.newUser();
  const checkout = await shop.upgrade(user.token);
  await leave(user.id);
  await syncAll(shop.ctx);
  expect(await payCheckout(shop.ctx.db, checkout.id)).toEqual([]);
});

test('a plan whose first payment is under way is ended', async () => {
  const { bought } = await departed();
  await save(shop.ctx.db.kysely, { ...bought, status: 'incomplete' });
  await syncAll(shop.ctx);
  expect(await statusOf(bought)).toBe('canceled');
});

describe('a customer without a known plan who is unknown to Stripe', () => {
  async function unknown() {
    const user = await shop.newUser();
    await shop.buy(user.token);
    const customerId = await shop.customerOf(user.id);
    await shop.ctx.db
      .sql`delete from test_stripe_objects where id = ${customerId} or body ->> 'customer' = ${customerId}`;
    return { ...user, customerId };
  }
  test('can choose a plan again, with a new customer', async () => {
    const { id, token, customerId } = await unknown();
    await shop.sendAll(await shop.buy(token));
    expect(await shop.customerOf(id)).not.toBe(customerId);
    expect((await shop.subscriptions(id)).map(({ status }) => status)).toEqual(['active']);
  });

  test('learns that there is no plan to manage', async () => {
    const { id, token } = await unknown();
    expect((await post('portal', token)).status).toBe(404);
    expect(await shop.customerOf(id)).toBe('');
    expect(await departures()).toEqual([]);
  });

  test('is kept when returning from a checkout, which may have been paid', async () => {
    const { id, token, customerId } = await unknown();
    const answer = await post('billing/refresh', token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ portal: true, subscription: null });
    expect(await shop.customerOf(id)).toBe(customerId);
  });

  test.each(['unknown', 'refused'])('does not clog the sync of all customers, and is kept (%s)', async (how) => {
    clearFaults(shop);
    const lost = await unknown();
    const other = await shop.newUser();
    await shop.buy(other.token);
    const { sql } = shop.ctx.db;
    await sql`update billing_customers set synced_at = now()`;
    await sql`update billing_customers set synced_at = null where id = ${lost.customerId}`;
    if (how === 'refused') shop.faults.push({ status: 400, on: /^GET .v1.customers./ });
    const asked = async () => {
      shop.asked.length = 0;
      await syncAll(shop.ctx);
      return shop.asked.some(({ path }) => path.includes(lost.customerId));
    };
    expect(await asked()).toBe(true);
    expect(await asked()).toBe(false);
    expect(await shop.customerOf(lost.id)).toBe(lost.customerId);
  });
});

test("minutes with another account's key cost no one their plan", async () => {
  const user = await shop.newUser();
  await shop.buy(user.token);
  await post('billing/refresh', user.token);
  const [bought] = await shop.subscriptions(user.id);
  const customerId = await shop.customerOf(user.id);
  const customer = await get(shop.ctx.db.kysely, 'customer', customerId);
  await shop.ctx.db.sql`delete from test_stripe_objects where id = ${customerId}`;
  expect((await post('upgrade/growth', user.token)).status).toBe(502);
  expect((await post('portal', user.token)).status).toBe(502);
  expect((await post('billing/refresh', user.token)).status).toBe(200);
  await save(shop.ctx.db.kysely, customer);
  await syncAll(shop.ctx);
  expect(await shop.customerOf(user.id)).toBe(customerId);
  expect(await statusOf(bought as Subscription)).toBe('active');
  expect(await (await shop.ask('/data/billing', { token: user.token })).json()).toMatchObject({
    subscription: { plan: 'starter', status: 'active' },
  });
});
