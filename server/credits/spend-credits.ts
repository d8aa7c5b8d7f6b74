// Spends credits inside the caller's transaction, so what is paid for and its price are written together or not at all.
// Locks are taken in the same order everywhere: the profile, then the campaign, then its rows.
import type { Tx } from '../platform/db.ts';
import { addEntriesOnce, type Entry, findEntry, lockBalance } from './credits.store.ts';

export interface Spend extends Omit<Entry, 'delta'> {
  /** Number of credits; 1 by default. */
  amount?: number;
}

export type Spent = 'spent' | 'already' | 'no-credit';

/**
 * Pays once for a reason: 'already' if it was paid before, 'no-credit' if the balance is too small. In both cases nothing
 * changes and the caller's transaction continues. Rejects like any query.
 */
export async function spendOnce(tx: Tx, spend: Spend): Promise<Spent> {
  const { userId, kind, amount = 1 } = spend;
  const balance = await lockBalance(tx, userId, kind);
  // Separate statements after the lock, so that they see what the previous spend wrote.
  if (balance === undefined || balance < amount) return (await findEntry(tx, spend)) ? 'already' : 'no-credit';
  return (await addEntriesOnce(tx, [entryOf(spend)])) > 0 ? 'spent' : 'already';
}

/** The ledger entry of a spend. */
export function entryOf({ amount = 1, ...spend }: Spend): Entry {
  return { ...spend, delta: -amount };
}
