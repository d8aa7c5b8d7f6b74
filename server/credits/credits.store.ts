// The ledger. An entry moves its balance by a trigger of the database; the same reason is entered once per user and kind.
import type { Kdb } from '../platform/db.ts';

export interface Entry {
  userId: string;
  kind: 'backlink' | 'email';
  delta: number;
  /** What it is for, such as 'trial': the key that keeps it from being entered twice. */
  reason: string;
  /** Ids and words by which the entry can be explained later, such as { plan: 'starter' }. */
  details?: Record<string, unknown>;
}

/** Adds the entries that are not there yet. Rejects when a balance would fall below zero. */
export async function addEntriesOnce(db: Kdb, entries: Entry[]): Promise<void> {
  const rows = entries
    .filter(({ delta }) => delta !== 0)
    .map(({ userId, kind, delta, reason, details = {} }) => ({
      user_id: userId,
      kind,
      delta,
      reason,
      details: JSON.stringify(details),
    }));
  if (rows.length === 0) return;
  await db
    .insertInto('credit_entries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'reason']).doNothing())
    .execute();
}
