// The payment provider's customers: one per user and account.
import { sql } from 'kysely';
import type { Database, Kdb } from '../../platform/db.ts';
import type { Change } from '../../platform/live.ts';
import type { Account } from '../payments/payments.ts';

export interface Owner {
  userId: string;
  account: Account;
}

/**
 * The user's row, created if missing; `id` is null until the provider has created the customer. `request_key` is part of the keys
 * of requests that create the customer and its checkouts.
 */
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

/** Replaces this key for the user's requests, unless another call has done so. */
export async function renewRequestKey(db: Kdb, { userId, account, key }: Owner & { key: string }): Promise<void> {
  await db
    .updateTable('billing_customers')
    .set({ request_key: sql`gen_random_uuid()` })
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .where('request_key', '=', key)
    .execute();
}

/** Stores the customer's id unless there is one; returns the stored one. */
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

/**
 * The provider no longer has the customer; the user gets a new one at the next purchase. A trigger takes every deleted row for a
 * deleted account's, so its record goes as well: otherwise a wrong key would end plans as soon as the right one is back.
 */
export async function forgetCustomer({ kysely }: Pick<Database, 'kysely'>, id: string): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    await tx.deleteFrom('billing_customers').where('id', '=', id).execute();
    await deleteDeparture(tx, id);
  });
}

/** The customer's user and the number of the read starting now; undefined if there is no such customer. */
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
 * Locks the customer until the transaction ends and records that this read was written. Returns false if a later read has
 * been written meanwhile, which is more recent. Undefined if the customer is gone.
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

/** Records a failed attempt, so that the sync of all customers asks about the others first. */
export async function noteSyncAttempt(db: Kdb, id: string): Promise<void> {
  await db.updateTable('billing_customers').set({ synced_at: new Date() }).where('id', '=', id).execute();
}

/** Notifies the user's open pages that plan and payments have changed. */
export async function notifyBillingChanged(tx: Kdb, userId: string): Promise<void> {
  const change: Change = { user: userId, topic: 'billing', id: userId };
  await sql`select pg_notify('zeus_live', ${JSON.stringify(change)})`.execute(tx);
}

/** Customers not asked about since then, longest ago first. */
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

/** Deletes the customers of accounts that the operator closed but kept (soft delete), which makes departures of them. */
export async function deleteClosedCustomers(db: Kdb): Promise<void> {
  await db
    .deleteFrom('billing_customers')
    .using('auth.users')
    .whereRef('auth.users.id', '=', 'billing_customers.user_id')
    .where('auth.users.deleted_at', 'is not', null)
    .execute();
}

/** Customers whose account here was deleted, longest ago first. */
export function listDepartures(db: Kdb, account: Account) {
  return db
    .selectFrom('billing_departures')
    .select(['customer_id', 'left_at'])
    .where('account', '=', account)
    .orderBy('left_at')
    .execute();
}

export async function deleteDeparture(db: Kdb, customerId: string): Promise<void> {
  await db.deleteFrom('billing_departures').where('customer_id', '=', customerId).execute();
}
