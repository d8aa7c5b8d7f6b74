// A plan ends with its account: at once if Stripe can be reached, by the hourly sync otherwise.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeUser } from '../../auth/account/delete-account.ts';
import { softDeleteUser } from '../../auth/admin/soft-delete-user.ts';
import { authOf } from '../../auth/auth.ts';
import { endNow, passMonth, payCheckout } from '../payments/stand-in/billing-actions.ts';
import { get, list, make, save } from '../payments/stand-in/ledger.ts';
import type { Invoice, Session, Subscription } from '../payments/stand-in/objects.ts';
import { clearFaults, shopForTests } from '../test/shop.ts';
import { endDeparted } from './end-departed.ts';
import { syncAll } from './sync-all.job.ts';

const shop = shopForTests({ works: false });
beforeEach(() => shop.ctx.db.sql`delete from billing_departures`);

async function subscriber() {
  const user = await shop.newUser();
  await shop.buy(user.token);
  const [bought] = await shop.subscriptions(user.id);
  const { id } = bought as Subscription;
  const status = async () => (await get<Subscription>(shop.ctx.db.kysely, 'subscription', id)).status;
  return { ...user, customerId: await shop.customerOf(user.id), subscriptionId: id, status };
}

const remove = (id: string) => removeUser(authOf(shop.ctx), id);
const departures = () => shop.ctx.db.kysely.selectFrom('billing_departures').select('customer_id').execute();

test('an account that is deleted twice at once ends its plan once', async () => {
  const { id, customerId, status } = await subscriber();
  expect(await Promise.all([remove(id), remove(id)])).toContain(true);
  expect(await remove(id)).toBe(false);
  shop.asked.length = 0;
  for (let run = 0; run < 2; run += 1) await endDeparted(shop.ctx);
  expect(await status()).toBe('canceled');
  expect(shop.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(await departures()).toEqual([{ customer_id: customerId }]);
});

test('while Stripe is down, the plan stays known', async () => {
  clearFaults(shop);
  const { id, status } = await subscriber();
  await remove(id);
  shop.faults.push({ status: 401, on: /^GET .v1.customers./ });
  await expect(endDeparted(shop.ctx)).rejects.toMatchObject({ retryable: true });
  expect(await status()).toBe('active');
  await endDeparted(shop.ctx);
  expect(await status()).toBe('canceled');
});

test('a checkout that was opening at that moment is closed by the next hourly sync', async () => {
  const { db } = shop.ctx;
  const user = await shop.newUser();
  const checkout = await shop.upgrade(user.token);
  const opening = await get<Session>(db.kysely, 'checkout.session', checkout.id);
  await remove(user.id);
  await endDeparted(shop.ctx);
  await syncAll(shop.ctx);
  await save(db.kysely, opening);
  await db.sql`update billing_departures set left_at = now() - interval '11 minutes'`;
  await syncAll(shop.ctx);
  expect(await payCheckout(db, checkout.id)).toEqual([]);
  expect(await departures()).toEqual([]);
});

test('a plan that another run ends at the same moment counts as ended', async () => {
  const { id, customerId, subscriptionId, status } = await subscriber();
  await remove(id);
  shop.meanwhile.push({ on: /^DELETE .v1.subscriptions/, act: () => endNow(shop.ctx.db, subscriptionId) });
  await syncAll(shop.ctx);
  expect([await status(), await departures()]).toEqual(['canceled', [{ customer_id: customerId }]]);
});

test('a renewal that Stripe has drafted is not charged any more', async () => {
  const { id, customerId, subscriptionId: subscription } = await subscriber();
  const parent = { type: 'subscription_details', subscription_details: { subscription } };
  const draft = make('invoice', { customer: customerId, status: 'draft', auto_advance: true, parent });
  await save(shop.ctx.db.kysely, draft);
  await remove(id);
  await endDeparted(shop.ctx);
  expect(await get(shop.ctx.db.kysely, 'invoice', draft.id)).toMatchObject({ auto_advance: false });
});

test('a charge after the deletion is reported to the operator', async () => {
  const { db, log } = shop.ctx;
  const { id, customerId, subscriptionId } = await subscriber();
  const [first] = await shop.invoices(id);
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
  await save(db.kysely, { ...(first as Invoice), status_transitions: { paid_at: anHourAgo } });
  const error = vi.spyOn(log, 'error');
  await remove(id);
  await db.sql`update billing_departures set left_at = now() - interval '1 minute'`;
  await passMonth(db, subscriptionId);
  await syncAll(shop.ctx);
  const renewal = (await list<Invoice>(db.kysely, 'invoice', { customer: customerId }))[0]?.id;
  expect(error.mock.calls).toEqual([[{ customerId, invoices: [renewal] }, expect.any(String)]]);
});

describe('with a worker, the plan ends as soon as the account is', () => {
  beforeAll(() => shop.startWorking());

  test.each([
    ['deleted', remove],
    ['closed', (id: string) => softDeleteUser(authOf(shop.ctx), id)],
  ])('%s', async (_how, leave) => {
    const { id, status } = await subscriber();
    await leave(id);
    await expect.poll(status, { timeout: 25_000, interval: 30 }).toBe('canceled');
  });
});
