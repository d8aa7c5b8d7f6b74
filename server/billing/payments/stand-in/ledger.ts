// The stand-in's data: every object as JSON under a Stripe-style id, in PostgreSQL, so that all processes share it and it
// survives restarts.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Kdb } from '../../../platform/db.ts';

/** An object in Stripe's format. */
export interface StripeObject {
  id: string;
  object: string;
  created: number;
  [field: string]: unknown;
}

export const now = () => Math.floor(Date.now() / 1000);

const prefixes: Record<string, string> = {
  customer: 'cus',
  'checkout.session': 'cs_test',
  subscription: 'sub',
  subscription_item: 'si',
  subscription_schedule: 'sub_sched',
  invoice: 'in',
  line_item: 'il',
  charge: 'ch',
  refund: 're',
  dispute: 'du',
  event: 'evt',
  product: 'prod',
  price: 'price',
  promotion_code: 'promo',
  webhook_endpoint: 'we',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
};

/** An unguessable id: anyone who knows a checkout's id can pay it. */
export function newId(object: string): string {
  return `${prefixes[object] ?? object}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;
}

/** Gives a new object its id, type and creation time. */
export function make<Fields extends object>(object: string, fields: Fields) {
  return { id: newId(object), object, created: now(), livemode: false, ...fields };
}

export async function save(db: Kdb, thing: StripeObject): Promise<void> {
  const body = JSON.stringify(thing);
  await db
    .insertInto('test_stripe_objects')
    .values({ id: thing.id, object: thing.object, body })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
    .execute();
}

/** Undefined if there is no such object of this type. */
export async function find<Kind extends StripeObject>(db: Kdb, object: string, id: string): Promise<Kind | undefined> {
  const row = await db
    .selectFrom('test_stripe_objects')
    .select('body')
    .where('id', '=', id)
    .where('object', '=', object)
    .executeTakeFirst();
  return row?.body as unknown as Kind | undefined;
}

/** Like find; throws if there is none. */
export async function get<Kind extends StripeObject>(db: Kdb, object: string, id: string): Promise<Kind> {
  const found = await find<Kind>(db, object, id);
  if (!found) throw new Error(`the stand-in has no ${object} ${id}`);
  return found;
}

/** Newest first, filtered by these values. */
export async function list<Kind extends StripeObject>(
  db: Kdb,
  object: string,
  match: Record<string, unknown> = {},
): Promise<Kind[]> {
  const rows = await db
    .selectFrom('test_stripe_objects')
    .select('body')
    .where('object', '=', object)
    .where(sql<boolean>`body @> ${JSON.stringify(match)}::jsonb`)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(({ body }) => body as unknown as Kind);
}

/** Runs the work under a lock with this name, across all processes. */
export function alone<Result>({ kysely }: Database, name: string, work: (tx: Kdb) => Promise<Result>): Promise<Result> {
  return kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`stand-in:${name}`}, 0))`.execute(tx);
    return work(tx);
  });
}
