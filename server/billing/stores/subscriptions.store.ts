// A copy of a customer's subscriptions, as the provider last reported them.
import { sql } from 'kysely';
import type { Database, Kdb } from '../../platform/db.ts';
import { type Account, isLive, type Subscription } from '../payments/payments.ts';

export interface CustomerRef {
  userId: string;
  customerId: string;
}

/** Replaces the customer's stored subscriptions. */
export async function replaceSubscriptions(
  tx: Kdb,
  { userId, customerId }: CustomerRef,
  subscriptions: Subscription[],
): Promise<void> {
  await tx.deleteFrom('billing_subscriptions').where('customer_id', '=', customerId).execute();
  if (subscriptions.length === 0) return;
  const rows = subscriptions.map((one) => ({
    id: one.id,
    user_id: userId,
    customer_id: customerId,
    plan: one.plan,
    status: one.status,
    renews_at: one.renewsAt,
    cancels_at: one.cancelsAt,
    next_plan: one.nextPlan,
    started_at: one.startedAt,
  }));
  await tx.insertInto('billing_subscriptions').values(rows).execute();
}

/** Whether the customer had a live one when last read, and its period has not ended since. */
export async function hasLiveSubscription(db: Kdb, customerId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select('status')
    .where('customer_id', '=', customerId)
    .where((eb) => eb.or([eb('renews_at', 'is', null), eb('renews_at', '>', sql<Date>`now()`)]))
    .execute();
  return rows.some(isLive);
}

/** The user's own subscriptions in this account, and whether there is a customer at all. */
export async function readOwnSubscriptions(db: Database, userId: string, account: Account) {
  const query = db.kysely
    .selectFrom('billing_customers as c')
    .leftJoin('billing_subscriptions as s', 's.customer_id', 'c.id')
    .select(['c.id as customer_id', 's.id', 's.plan', 's.status', 's.renews_at', 's.cancels_at', 's.next_plan'])
    .select('s.started_at')
    .where('c.user_id', '=', userId)
    .where('c.account', '=', account)
    .where('c.id', 'is not', null);
  return (await db.asUser(userId, query)).rows;
}
