// Giving back what was paid for something that turned out to be worthless.
import type { Tx } from '../platform/db.ts';
import { addEntriesOnce, type Entry, findEntry, refundReason } from './credits.store.ts';

/** Refunds what was paid for this reason, once; false if nothing was paid for it or it was refunded before. */
export async function refundOnce(tx: Tx, of: Pick<Entry, 'userId' | 'kind' | 'reason'>): Promise<boolean> {
  const paid = await findEntry(tx, of);
  if (!paid || paid.delta >= 0) return false;
  const { userId, kind, reason } = of;
  const details = paid.details as Entry['details'];
  const refund = { userId, kind, delta: -paid.delta, reason: refundReason(reason), details };
  return (await addEntriesOnce(tx, [refund as Entry])) > 0;
}
