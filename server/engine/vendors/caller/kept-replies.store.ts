// Replies that arrived after their worker had died. Their call stays under way until a worker reads them or they expire.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';

export async function findReply(db: Kdb, callId: number): Promise<{ hash: string; sealed: Buffer } | undefined> {
  const { rows } = await sql<{ hash: string; sealed: Buffer }>`
    select encode(request_hash, 'hex') as hash, reply as sealed
    from provider_replies join provider_calls on id = call_id where call_id = ${callId}`.execute(db);
  return rows[0];
}

/** A call under way that asks about one of these items and has its reply. */
export async function findRepliedBatch(db: Kdb, source: string, items: readonly string[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from provider_replies join provider_calls on id = call_id
    where source = ${source} and outcome = 'under_way' and expires_at > clock_timestamp()
      and items && ${items}::text[] order by id limit 1`.execute(db);
  return rows[0]?.id;
}

/** For replies that cannot be read. Their calls then count as lost. */
export async function deleteReply(db: Kdb, callId: number): Promise<void> {
  await db.deleteFrom('provider_replies').where('call_id', '=', callId).execute();
}

/** Those that were read, and those that were not read in time. */
export async function deleteOldReplies(db: Kdb): Promise<void> {
  await sql`delete from provider_replies where expires_at < statement_timestamp()
    or not exists (select from provider_calls where id = call_id and outcome = 'under_way')`.execute(db);
}
