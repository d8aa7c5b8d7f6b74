// What /billing shows: our copy of the plan and payments, refreshed when the user returns from the provider's page.
import type { BillingRecordView, BillingView } from '../../shared/billing.ts';
import type { PlanId } from '../../shared/plan.ts';
import { askFor, type BillingParts, limitPayments, paymentsOf } from './payments-of.ts';
import { findCustomerId } from './stores/customers.store.ts';
import { listOwnRecords } from './stores/records.store.ts';
import { readOwnSubscriptions } from './stores/subscriptions.store.ts';
import { rankSubscriptions } from './sync/choose-subscription.ts';
import { syncCustomer } from './sync/sync-customer.ts';

const recordsAtMost = 100;

/** The user's plan and payments as last read from the provider. */
export async function readBilling(parts: BillingParts, userId: string): Promise<BillingView> {
  const { mode } = parts.config.payments;
  const payments = await paymentsOf(parts);
  if (!payments) return { mode, portal: false, subscription: null, records: [] };
  const rows = await readOwnSubscriptions(parts.db, userId, payments.account);
  const customerId = rows[0]?.customer_id;
  const records = customerId ? await listOwnRecords(parts.db, { userId, customerId }, recordsAtMost) : [];
  const subscriptions = rows.flatMap((row) =>
    row.status && row.started_at ? [{ ...row, status: row.status, startedAt: row.started_at }] : [],
  );
  const [current] = rankSubscriptions(subscriptions);
  return {
    mode,
    portal: rows.length > 0,
    subscription: current
      ? {
          plan: current.plan as PlanId | null,
          status: current.status,
          renews_at: current.renews_at?.toISOString() ?? null,
          cancels_at: current.cancels_at?.toISOString() ?? null,
          next_plan: current.next_plan as PlanId | null,
        }
      : null,
    records: records.map(({ at, ...one }) => ({
      ...one,
      kind: one.kind as BillingRecordView['kind'],
      at: at.toISOString(),
    })),
  };
}

/** Syncs first, for a user who has just paid. Throws AppError payments-unavailable, too-many-requests. */
export async function refreshBilling(parts: BillingParts, userId: string): Promise<BillingView> {
  const payments = await paymentsOf(parts);
  const customerId = payments && (await findCustomerId(parts.db.kysely, { userId, account: payments.account }));
  if (customerId) {
    await limitPayments(parts, userId);
    await askFor(parts, () => syncCustomer(parts, customerId));
  }
  return readBilling(parts, userId);
}
