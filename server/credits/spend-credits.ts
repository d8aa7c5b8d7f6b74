// Spending inside the caller's transaction: what is paid for is written together with its price, or neither is.
// Order of locks everywhere: the profile first, then the campaign, then rows below it.
import type { Insertable } from 'kysely';
import type { CreditEntries } from '../../db/types.ts';
import type { Kdb, Tx } from '../platform/db.ts';
import type { Entry } from './credits.store.ts';

export interface Spend extends Omit<Entry, 'delta'> {
  /** How many credits; 1 without it. */
  amount?: number;
  /** Ids and words by which the entry can be explained later, such as { campaignId, keyword }. */
  details?: Record<string, unknown>;
}

export type Spent = 'spent' | 'already' | 'no-credit';

/** What can be spent. No other spend of the user goes on before the caller's transaction ends. Undefined: no profile. */
export async function lockBalance(tx: Tx, userId: string, kind: Entry['kind']): Promise<number | undefined> {
  const column = kind === 'backlink' ? 'credits' : 'email_credits';
  const profile = await tx
    .selectFrom('profiles')
    .select(`${column} as balance`)
    .where('id', '=', userId)
    // Not "for update": new campaigns refer to the profile and need not wait.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return profile?.balance;
}

/**
 * Pays once for a reason: 'already' when it was paid before, 'no-credit' when the balance is too small; then nothing is
 * changed and the caller's transaction goes on. Rejects like any query.
 */
export async function spendOnce(tx: Tx, spend: Spend): Promise<Spent> {
  const { userId, kind, amount = 1 } = spend;
  const balance = await lockBalance(tx, userId, kind);
  // Statements of their own after the lock, so that they see what the spend before this one wrote.
  if (balance === undefined || balance < amount) return (await isPaid(tx, spend)) ? 'already' : 'no-credit';
  const entry = entryOf(spend);
  const entered = await tx
    .insertInto('credit_entries')
    .values({ ...entry, details: JSON.stringify(entry.details) })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return entered ? 'spent' : 'already';
}

export type SpendEntry = Omit<Insertable<CreditEntries>, 'details'> & { details: object };

/** The row of a spend, for a caller that holds the balance, knows that the reason is not paid, and writes more with it. */
export function entryOf({ userId, kind, reason, amount = 1, details = {} }: Spend): SpendEntry {
  return { user_id: userId, kind, delta: -amount, reason, details };
}

/** Whether the user has an entry for this reason. Rejects like any query. */
export async function isPaid(db: Kdb, { userId, kind, reason }: Pick<Spend, 'userId' | 'kind' | 'reason'>) {
  const entry = await db
    .selectFrom('credit_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('reason', '=', reason)
    .executeTakeFirst();
  return entry !== undefined;
}
