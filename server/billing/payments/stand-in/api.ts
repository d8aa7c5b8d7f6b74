// The part of Stripe's API that Zeus uses, answered from the stand-in's data. The stripe package talks to it unchanged, over
// HTTP in tests and in-process in the test checkout.
import { createHash } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import type { Database, Kdb } from '../../../platform/db.ts';
import { endNow } from './billing-actions.ts';
import { create, Refusal, update } from './create.ts';
import { type Fields, fields, readForm, text } from './form.ts';
import { alone, find, list, type StripeObject } from './ledger.ts';

/** The object type behind each path. */
const kinds: Record<string, string> = {
  customers: 'customer',
  subscriptions: 'subscription',
  invoices: 'invoice',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  products: 'product',
  prices: 'price',
  promotion_codes: 'promotion_code',
  webhook_endpoints: 'webhook_endpoint',
  'checkout/sessions': 'checkout.session',
  'billing_portal/sessions': 'billing_portal.session',
  'billing_portal/configurations': 'billing_portal.configuration',
};

export interface StandInOptions {
  db: Database;
  /** The base URL of the checkout, portal and invoice pages. */
  pagesUrl: string;
}

/** Answers like Stripe, which includes 404 for unknown paths. */
export function standInApi({ db, pagesUrl }: StandInOptions) {
  const api = new Hono();
  for (const [path, object] of Object.entries(kinds)) {
    api.get(`/v1/${path}`, async (c) => c.json(await answerList(db.kysely, { object, pagesUrl }, c)));
    api.get(`/v1/${path}/:id`, async (c) => {
      const thing = await require(db.kysely, object, c.req.param('id'));
      return c.json(withPage(thing, pagesUrl));
    });
    api.post(`/v1/${path}`, (c) => once(db, c, (tx, form) => create(tx, object, form, pagesUrl)));
    api.post(`/v1/${path}/:id`, (c) =>
      once(db, c, async (tx, form) => update(tx, await require(tx, object, c.req.param('id')), form)),
    );
  }
  api.post('/v1/checkout/sessions/:id/expire', (c) => once(db, c, (tx) => expire(tx, c.req.param('id'))));
  api.delete('/v1/subscriptions/:id', async (c) => {
    const { id, status } = await require(db.kysely, 'subscription', c.req.param('id'));
    // To Stripe, a subscription that has ended does not exist for this call.
    if (status === 'canceled') throw new Refusal(404, `No such subscription: '${id}'`, 'id');
    await endNow(db, id);
    return c.json(await require(db.kysely, 'subscription', c.req.param('id')));
  });
  api.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error;
    const { status, message, param } = error;
    const code = status === 404 ? 'resource_missing' : 'parameter_invalid';
    return c.json({ error: { type: 'invalid_request_error', code, message, param } }, status);
  });
  api.notFound((c) => c.json({ error: { type: 'invalid_request_error', message: `no ${c.req.path} here` } }, 404));
  return api;
}

async function require(db: Kdb, object: string, id: string): Promise<StripeObject> {
  const found = await find(db, object, id);
  if (!found) throw new Refusal(404, `No such ${object}: '${id}'`, 'id');
  return found;
}

/** The same idempotency key gets the same answer again; with other fields it is refused. */
async function once(
  db: Database,
  c: HonoContext,
  work: (tx: Kdb, form: Fields) => Promise<StripeObject>,
): Promise<Response> {
  const body = await c.req.text();
  const key = c.req.header('idempotency-key');
  if (!key) return c.json(await db.kysely.transaction().execute((tx) => work(tx, readForm(body))));
  const fingerprint = createHash('sha256').update(`${c.req.path}\n${body}`).digest('hex');
  return alone(db, `key:${key}`, async (tx) => {
    const known = await tx.selectFrom('test_stripe_answers').selectAll().where('key', '=', key).executeTakeFirst();
    if (known && known.fingerprint !== fingerprint) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return c.json({ error: { type: 'idempotency_error', message } }, 400);
    }
    if (known) return c.json(known.body as object, 200, { 'Idempotent-Replayed': 'true' });
    const thing = await work(tx, readForm(body));
    await tx
      .insertInto('test_stripe_answers')
      .values({ key, fingerprint, status: 200, body: JSON.stringify(thing) })
      .execute();
    return c.json(thing);
  });
}

async function expire(tx: Kdb, id: string): Promise<StripeObject> {
  const session = await require(tx, 'checkout.session', id);
  if (session.status !== 'open') throw new Refusal(400, 'Only open sessions can be expired.');
  return update(tx, session, { status: 'expired' });
}

const filters = ['customer', 'charge', 'status', 'code', 'active', 'url', 'product'];

async function answerList(db: Kdb, { object, pagesUrl }: { object: string; pagesUrl: string }, c: HonoContext) {
  const query = readForm(new URL(c.req.url).search);
  const customer = text(query.customer);
  if (customer) await requireCustomer(db, customer);
  const match = Object.fromEntries(
    filters.flatMap((name) => {
      const value = text(query[name]);
      if (value === undefined || (name === 'status' && value === 'all')) return [];
      return [[name, name === 'active' ? value === 'true' : value]];
    }),
  );
  const subscription = text(query.subscription);
  const ofSubscription = subscription && { parent: { subscription_details: { subscription } } };
  const found = await list(db, object, { ...match, ...ofSubscription });
  const after = found.findIndex(({ id }) => id === text(query.starting_after));
  const limit = Number(text(query.limit) ?? 10);
  const page = found.slice(after + 1, after + 1 + limit);
  const data = await Promise.all(page.map((thing) => expand(db, withPage(thing, pagesUrl), query)));
  return { object: 'list', url: c.req.path, has_more: found.length > after + 1 + limit, data };
}

/** Adds the URL of its page to a paid invoice. */
function withPage(thing: StripeObject, pagesUrl: string): StripeObject {
  if (thing.object !== 'invoice') return thing;
  return { ...thing, hosted_invoice_url: thing.status === 'paid' ? `${pagesUrl}/test-invoice/${thing.id}` : null };
}

async function requireCustomer(db: Kdb, id: string): Promise<void> {
  if (!(await find(db, 'customer', id))) throw new Refusal(400, `No such customer: '${id}'`, 'customer');
}

async function expand(db: Kdb, thing: StripeObject, query: Fields): Promise<StripeObject> {
  const wanted = Object.values(fields(query.expand)).concat(Array.isArray(query.expand) ? query.expand : []);
  if (wanted.includes('data.refunds')) {
    const refunds = await list(db, 'refund', { charge: thing.id });
    return { ...thing, refunds: { object: 'list', data: refunds, has_more: false } };
  }
  if (wanted.includes('data.schedule') && typeof thing.schedule === 'string') {
    return { ...thing, schedule: await find(db, 'subscription_schedule', thing.schedule) };
  }
  return thing;
}
