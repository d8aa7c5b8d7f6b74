// Zeus with payments by Stripe, where Stripe is the stand-in behind a real HTTP server that the stripe package talks to. A test
// decides which events arrive, how often and in which order, and which requests fail.
import { Hono, type Context as HonoContext } from 'hono';
import { expect, onTestFinished } from 'vitest';
import { endDepartedPlans, syncBilling, syncPaymentCustomer } from '../../jobs.ts';
import { listen } from '../../platform/http/server.ts';
import { openQueue } from '../../platform/queue.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openForTests } from '../../test/for-tests.ts';
import { findOwnProfile } from '../../users/profiles.store.ts';
import { standInApi } from '../payments/stand-in/api.ts';
import { payCheckout } from '../payments/stand-in/billing-actions.ts';
import { list } from '../payments/stand-in/ledger.ts';
import type { Charge, Invoice, Session, StripeEvent, Subscription } from '../payments/stand-in/objects.ts';
import { addPlans, signEvent } from '../payments/stand-in/open-stand-in.ts';
import { paymentsOf } from '../payments-of.ts';
import { endDepartedJob } from '../sync/end-departed.job.ts';
import { syncBillingJob } from '../sync/sync-all.job.ts';
import { syncCustomerJob } from '../sync/sync-customer.job.ts';

export const webhookSecret = 'whsec_of_a_test';
const patience = { timeout: 25_000, interval: 30 };

export const stripeEnv = {
  STRIPE_SECRET_KEY: 'sk_test_of_a_test',
  STRIPE_PRICES: 'starter:price_test_starter,growth:price_test_growth',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  SITE_URL: 'https://zeus.example',
};

export interface StripeCall {
  method: string;
  path: string;
  form: URLSearchParams;
  headers: Headers;
}

export interface Shop extends TestApp {
  /** The stand-in's port. */
  port: number;
  /** Requests to Stripe, in order. */
  asked: StripeCall[];
  /**
   * Faults for the next matching requests: Stripe does the work but answers with this status. Used in order. `repeats`: it does no
   * work, and repeats the answer for the same idempotency key, as Stripe does after a failure of its own.
   */
  faults: { status: number; on: RegExp; repeats?: boolean }[];
  /** What happens just before Stripe handles the next matching request. */
  meanwhile: { on: RegExp; act: () => Promise<unknown> }[];
  upgrade(token: string, plan?: string, json?: object): Promise<{ id: string; url: string }>;
  /** Sends an event the way Stripe would, or with another `header` or `body`. */
  send(event: StripeEvent, other?: { header?: string; body?: string }): Promise<Response>;
  sendAll(events: StripeEvent[]): Promise<void>;
  /** Buys a plan from start to finish; the events are returned, not sent. */
  buy(token: string, plan?: string): Promise<StripeEvent[]>;
  startWorking(): Promise<void>;
  /** Waits until every enqueued sync is done. */
  settle(): Promise<void>;
  balance(userId: string): Promise<{ credits: number; email_credits: number }>;
  subscriptions(userId: string): Promise<Subscription[]>;
  charges(userId: string): Promise<Charge[]>;
  invoices(userId: string): Promise<Invoice[]>;
  sessions(): Promise<Session[]>;
  customerOf(userId: string): Promise<string>;
}

/** A shop for all tests of a file. */
export function shopForTests(options?: ShopOptions): Shop {
  return openForTests(
    () => openShop(options),
    (shop) => shop.close(),
  );
}

interface ShopOptions {
  /** Whether a worker runs billing's jobs from the start; true by default. */
  works?: boolean;
}

/** Opens it. Close it at the end of the test. */
export async function openShop({ works = true }: ShopOptions = {}): Promise<Shop> {
  const zeus = await createTestApp({ env: stripeEnv });
  const { db, log } = zeus.ctx;
  const asked: StripeCall[] = [];
  const faults: Shop['faults'] = [];
  const meanwhile: Shop['meanwhile'] = [];
  await addPlans(db);
  const server = await listen(faultyApi(zeus, { asked, faults, meanwhile }).fetch, { host: '127.0.0.1', port: 0 });
  await paymentsOf(zeus.ctx, { host: '127.0.0.1', port: server.port, protocol: 'http' });
  const queue = await openQueue(db, { jobs: [syncPaymentCustomer, endDepartedPlans, syncBilling], log });
  queue.handle(syncPaymentCustomer, syncCustomerJob(zeus.ctx));
  queue.handle(endDepartedPlans, endDepartedJob(zeus.ctx));
  queue.handle(syncBilling, syncBillingJob(zeus.ctx));
  if (works) await queue.startWorking();

  const send: Shop['send'] = async (event, { header, body } = {}) => {
    const { rawBody, signature } = signEvent(event, webhookSecret);
    const headers = { 'stripe-signature': header ?? signature };
    return zeus.ask('/stripe/webhook', { method: 'POST', body: body ?? rawBody, headers });
  };
  const upgrade: Shop['upgrade'] = async (token, plan = 'starter', json = {}) => {
    const answer = await zeus.ask(`/api/user/upgrade/${plan}`, { method: 'POST', token, json });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { id: string; url: string };
  };
  const customerOf: Shop['customerOf'] = async (userId) => {
    const rows = await db.kysely.selectFrom('billing_customers').select('id').where('user_id', '=', userId).execute();
    return rows[0]?.id ?? '';
  };
  const ofUser = async <Kind extends Charge | Invoice | Subscription>(object: string, userId: string) =>
    list<Kind>(db.kysely, object, { customer: await customerOf(userId) });

  return {
    ...zeus,
    port: server.port,
    asked,
    faults,
    meanwhile,
    upgrade,
    send,
    async sendAll(events) {
      for (const event of events) expect((await send(event)).status).toBe(200);
    },
    buy: async (token, plan) => payCheckout(db, (await upgrade(token, plan)).id),
    startWorking: () => queue.startWorking(),
    settle: () => waitForSyncs(zeus),
    async balance(userId) {
      const profile = await findOwnProfile(db, userId);
      return { credits: profile?.credits ?? 0, email_credits: profile?.email_credits ?? 0 };
    },
    subscriptions: (userId) => ofUser<Subscription>('subscription', userId),
    charges: (userId) => ofUser<Charge>('charge', userId),
    invoices: (userId) => ofUser<Invoice>('invoice', userId),
    sessions: () => list<Session>(db.kysely, 'checkout.session'),
    customerOf,
    async close() {
      await queue.stop();
      await server.stop(5_000);
      await zeus.close();
    },
  };
}

async function waitForSyncs({ ctx }: TestApp): Promise<void> {
  const open = async () => {
    const counts = await ctx.queue.counts();
    const { waiting = 0, running = 0 } = counts.find(({ job }) => job === syncPaymentCustomer.name) ?? {};
    return waiting + running;
  };
  await expect.poll(open, { ...patience, timeout: 60_000 }).toBe(0);
}

/** The stand-in, recording requests, with faults after the work: the answer is lost, the work is done. */
function faultyApi({ ctx }: TestApp, { asked, faults, meanwhile }: Pick<Shop, 'asked' | 'faults' | 'meanwhile'>) {
  const api = standInApi({ db: ctx.db, pagesUrl: 'https://pay.example' });
  const failedKeys = new Map<string, number>();
  const fail = (c: HonoContext, status = 500) =>
    c.json({ error: { type: 'api_error', message: 'The stand-in fails on purpose.' } }, status as 500);
  return new Hono().all('*', async (c) => {
    const { method, path, url, raw } = c.req;
    const form = new URLSearchParams(method === 'POST' ? await raw.clone().text() : new URL(url).search);
    asked.push({ method, path, form, headers: raw.headers });
    const due = meanwhile.findIndex(({ on }) => on.test(`${method} ${path}`));
    if (due >= 0) await meanwhile.splice(due, 1)[0]?.act();
    const key = raw.headers.get('idempotency-key') ?? '';
    if (failedKeys.has(key)) return fail(c, failedKeys.get(key));
    const at = faults.findIndex(({ on }) => on.test(`${method} ${path}`));
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    if (fault?.repeats) failedKeys.set(key, fault.status);
    const answer = fault?.repeats ? undefined : await api.fetch(raw);
    return answer && !fault ? answer : fail(c, fault?.status);
  });
}

/** Drops faults that a test has not used. */
export function clearFaults({ faults }: Shop): void {
  onTestFinished(() => void faults.splice(0));
}
