// Events received from the payment provider, stored once each.
import type { Kdb } from '../../platform/db.ts';
import type { PaymentEvent } from '../payments/payments.ts';

/** Returns false if it had arrived before. */
export async function addEventOnce(tx: Kdb, event: PaymentEvent): Promise<boolean> {
  const added = await tx
    .insertInto('billing_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function deleteOldEvents(db: Kdb, before: Date): Promise<void> {
  await db.deleteFrom('billing_events').where('received_at', '<', before).execute();
}
