// The ledger as its user reads it.
import type { CreditEntry } from '../../shared/credit-entry.ts';
import type { Database } from '../platform/db.ts';

/** The user's entries, newest first, optionally only those before an id. */
export async function listEntries(
  db: Database,
  userId: string,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const query = db.kysely
    .selectFrom('credit_entries')
    .select(['id', 'kind', 'delta', 'reason', 'details', 'created_at'])
    .$narrowType<Pick<CreditEntry, 'kind'>>()
    .where('user_id', '=', userId)
    .$if(before !== undefined, (entries) => entries.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit);
  return (await db.asUser(userId, query)).rows;
}
