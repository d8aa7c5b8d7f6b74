// The parameters of the queries: ids of the one user's rows.
import type { Database } from '../../server/platform/db.ts';
import type { Filled } from './fill.ts';

export interface Situation extends Filled {
  db: Database;
  resultIds: string[];
  backlinkIds: string[];
  contactIds: string[];
  bucketId: string;
  sessionId: string;
  /** Somewhere in the middle of the ledger. */
  entryId: number;
}

export async function readSituation(db: Database, filled: Filled): Promise<Situation> {
  const { userId, campaignId } = filled;
  const ids = async (table: 'search_results' | 'backlinks' | 'contacts', column: 'requests_id' | 'request_id') => {
    const query = `select id from ${table} where user_id = $1 and ${column} = $2 limit 10000`;
    return (await db.pool.query<{ id: string }>(query, [userId, campaignId])).rows.map(({ id }) => id);
  };
  const [bucket] = await db.sql<{ id: string }[]>`select id from storage_buckets where user_id = ${userId}`;
  const [session] = await db.sql<{ id: string }[]>`select id from auth.sessions where user_id = ${userId} limit 1`;
  const [entry] = await db.sql<{ id: number }[]>`
    select id from credit_entries where user_id = ${userId} order by id offset 1000 limit 1`;
  return {
    db,
    ...filled,
    resultIds: await ids('search_results', 'requests_id'),
    backlinkIds: await ids('backlinks', 'requests_id'),
    contactIds: await ids('contacts', 'request_id'),
    bucketId: bucket?.id ?? '',
    sessionId: session?.id ?? '',
    entryId: entry?.id ?? 0,
  };
}
