// Who is whom at the payment provider: one customer per user and account.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';
import type { Account } from '../payments/payments.ts';

export interface Owner {
  userId: string;
  account: Account;
}

/** The user's row, made when it is not there; `id` is null until the provider has made the customer. */
export async function reserveCustomer(db: Kdb, { userId, account }: Owner) {
  await db
    .insertInto('billing_customers')
    .values({ user_id: userId, account })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('billing_customers')
    .select(['id', 'request_key'])
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
}

/** Gives the reserved row its customer, unless it has one; returns the one it has then. */
export async function nameCustomer(db: Kdb, { userId, account, id }: Owner & { id: string }): Promise<string> {
  const row = await db
    .updateTable('billing_customers')
    .set({ id: sql`coalesce(id, ${id})` })
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id ?? id;
}

/** The user's customer, or undefined. */
export async function findCustomerId(db: Kdb, { userId, account }: Owner): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_customers')
    .select('id')
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .executeTakeFirst();
  return row?.id ?? undefined;
}

/** The provider has removed the customer: the user gets a new one when they buy again. */
export async function forgetCustomer(db: Kdb, id: string): Promise<void> {
  await db.deleteFrom('billing_customers').where('id', '=', id).execute();
}

/** Whose customer it is, and the number of the read that begins now; undefined when it is nobody's here. */
export async function beginRead(db: Kdb, id: string, account: Account) {
  return db
    .updateTable('billing_customers')
    .set((eb) => ({ reads: eb('reads', '+', 1) }))
    .where('id', '=', id)
    .where('account', '=', account)
    .returning(['user_id', 'reads'])
    .executeTakeFirst();
}

/**
 * Holds the customer until the transaction ends and notes that this read is written. False when a later read has been
 * written meanwhile: it began after this one, so it knows more. Undefined when the customer is gone.
 */
export async function noteWritten(tx: Kdb, id: string, read: number): Promise<boolean | undefined> {
  const row = await tx
    .selectFrom('billing_customers')
    .select('written')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.written > read) return false;
  await tx
    .updateTable('billing_customers')
    .set({ written: read, synced_at: new Date() })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Notes that the customer was asked about in vain, so that the sync of all asks about the others first. */
export async function noteAsked(db: Kdb, id: string): Promise<void> {
  await db.updateTable('billing_customers').set({ synced_at: new Date() }).where('id', '=', id).execute();
}

/** Makes open pages of the user read plan and payments again. */
export async function notifyBillingChanged(tx: Kdb, userId: string): Promise<void> {
  const notice = JSON.stringify({ user: userId, topic: 'billing', id: userId });
  await sql`select pg_notify('zeus_live', ${notice})`.execute(tx);
}

/** Customers that nobody has asked about since then, the longest ago first. */
export async function listStaleCustomers(db: Kdb, account: Account, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_customers')
    .select('id')
    .where('account', '=', account)
    .where('id', 'is not', null)
    .where((eb) => eb.or([eb('synced_at', 'is', null), eb('synced_at', '<', since)]))
    .orderBy(sql`synced_at nulls first`)
    .limit(limit)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
}

/** Customers whose account here was deleted, the longest ago first. */
export async function listDepartures(db: Kdb, account: Account): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_departures')
    .select('customer_id')
    .where('account', '=', account)
    .orderBy('left_at')
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

export async function deleteDeparture(db: Kdb, customerId: string): Promise<void> {
  await db.deleteFrom('billing_departures').where('customer_id', '=', customerId).execute();
}
