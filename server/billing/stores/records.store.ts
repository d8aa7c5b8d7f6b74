// What users see about money: payments, refunds, disputes, and second subscriptions that were ended.
import { sql } from 'kysely';
import type { Database, Kdb } from '../../platform/db.ts';
import type { CustomerRef } from './subscriptions.store.ts';

export interface BillingRecord {
  kind: 'payment' | 'refund' | 'dispute' | 'ended';
  objectId: string;
  plan: string | null;
  amount: number;
  currency: string;
  status: string;
  receiptUrl: string | null;
  at: Date;
}

/** Inserts the records, and updates those that exist unless they come from an older read. Returns the new ones. */
export async function saveRecords(
  tx: Kdb,
  { userId, customerId }: CustomerRef,
  records: BillingRecord[],
  { isNewest }: { isNewest: boolean },
): Promise<Pick<BillingRecord, 'kind' | 'objectId'>[]> {
  if (records.length === 0) return [];
  const values = records.map(({ objectId, receiptUrl, ...one }) => ({
    ...one,
    object_id: objectId,
    receipt_url: receiptUrl,
    user_id: userId,
    customer_id: customerId,
  }));
  const saved = await tx
    .insertInto('billing_records')
    .values(values)
    .onConflict((conflict) => {
      const known = conflict.columns(['kind', 'object_id']);
      if (!isNewest) return known.doNothing();
      return known.doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        amount: eb.ref('excluded.amount'),
        plan: eb.ref('excluded.plan'),
        receipt_url: eb.ref('excluded.receipt_url'),
      }));
    })
    .returning(['kind', 'object_id', sql<boolean>`xmax = 0`.as('is_new')])
    .execute();
  return saved
    .filter(({ is_new }) => is_new)
    .map(({ kind, object_id }) => ({ kind: kind as BillingRecord['kind'], objectId: object_id }));
}

/**
 * The customer's records, newest first. Not joined with the customer, so that PostgreSQL knows that there may be many and takes the
 * newest from the index instead of sorting all.
 */
export async function listOwnRecords(db: Database, { userId, customerId }: CustomerRef, limit: number) {
  const query = db.kysely
    .selectFrom('billing_records')
    .select(['id', 'kind', 'plan', 'amount', 'currency', 'status', 'receipt_url', 'at'])
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return (await db.asUser(userId, query)).rows;
}

/** Whether the user has paid for anything, such as a price that the operator arranged with them, which brings no credits. */
export async function hasPayments(db: Kdb, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('billing_customers as customer')
    .innerJoin('billing_records as record', 'record.customer_id', 'customer.id')
    .select('record.id')
    .where('customer.user_id', '=', userId)
    .where('record.kind', '=', 'payment')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
