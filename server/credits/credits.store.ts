// The ledger and the lock on a balance. No other module inserts credit_entries or locks a balance; larger statements take their
// part from here (lockBalanceSql, insertEntriesSql) to stay a single round trip.
// A trigger in the database applies each entry to its balance. A user has one entry per kind and reason.
import { type RawBuilder, sql } from 'kysely';
import type { Kdb, Tx } from '../platform/db.ts';
import { toJson } from '../platform/rows/to-json.ts';

export interface Entry {
  userId: string;
  kind: 'backlink' | 'email';
  delta: number;
  /** What it is for, such as 'trial'. It is the key that keeps the entry from being made twice. */
  reason: string;
  /** Ids and words that explain the entry later, such as { plan: 'starter' }. */
  details?: Record<string, unknown>;
}

/** The current balance, which may shrink before it is spent. Undefined: no profile. */
export async function readBalance(db: Kdb, userId: string, kind: Entry['kind']): Promise<number | undefined> {
  const column = kind === 'backlink' ? 'credits' : 'email_credits';
  const query = db.selectFrom('profiles').select(`${column} as balance`).where('id', '=', userId);
  return (await query.executeTakeFirst())?.balance;
}

/** What can be spent. Other spends of the user wait until the caller's transaction ends. Undefined: no profile. */
export async function lockBalance(tx: Tx, userId: string, kind: Entry['kind']): Promise<number | undefined> {
  const { rows } = await lockBalanceSql(userId, kind).execute(tx);
  return rows[0]?.balance;
}

/** The query behind lockBalance, for a statement that locks other rows after the balance. */
export function lockBalanceSql(userId: string, kind: Entry['kind']): RawBuilder<{ balance: number }> {
  const column = sql.ref(kind === 'backlink' ? 'credits' : 'email_credits');
  // Not "for update": new campaigns reference the profile and need not wait.
  return sql`select ${column} as balance from profiles where id = ${userId} for no key update`;
}

/** Inserts the entries that do not exist yet and returns how many. Rejects if a balance would become negative. */
export async function addEntriesOnce(db: Kdb, entries: readonly Entry[]): Promise<number> {
  const effective = entries.filter(({ delta }) => delta !== 0);
  if (effective.length === 0) return 0;
  const { numAffectedRows = 0n } =
    await sql`${insertEntriesSql(effective)} on conflict (user_id, kind, reason) do nothing`.execute(db);
  return Number(numAffectedRows);
}

/**
 * The insert itself, for a statement that also writes what is paid for. The caller has locked the balance and knows that none
 * of the reasons is paid yet; otherwise the statement fails.
 */
export function insertEntriesSql(entries: readonly Entry[]): RawBuilder<unknown> {
  const rows = entries.map(({ userId, details = {}, ...entry }) => ({ ...entry, user_id: userId, details }));
  return sql`insert into credit_entries (user_id, kind, delta, reason, details)
    select user_id, kind, delta, reason, details
    from jsonb_populate_recordset(null::credit_entries, ${toJson(rows)}::jsonb)`;
}

/** Whether an invoice ever brought the user credits. Rejects like any query. */
export async function hasBoughtCredits(db: Kdb, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('credit_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('campaign_id', 'is', null)
    .where('reason', 'like', 'invoice:%')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export const refundPrefix = 'refund:';

/** The reason of the entry that gives back what was paid for a reason. */
export const refundReason = (reason: string) => `${refundPrefix}${reason}`;

/** The user's entry for this reason, if there is one. Rejects like any query. */
export async function findEntry(db: Kdb, { userId, kind, reason }: Pick<Entry, 'userId' | 'kind' | 'reason'>) {
  return db
    .selectFrom('credit_entries')
    .select(['delta', 'details'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('reason', '=', reason)
    .executeTakeFirst();
}
