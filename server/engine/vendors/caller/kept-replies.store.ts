// Replies that arrived after their worker had died. Their call stays under way until a worker reads them or they expire.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';

export interface SealedReply {
  callId: number;
  /** Of the question, as hex. */
  hash: string;
  sealed: Uint8Array;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** Stores a reply unless its call has ended or has one. The hash is checked in case the database was replaced. */
export async function insertReply(db: Kdb, { callId, hash, sealed, expiresAt }: SealedReply): Promise<void> {
  await sql`
    insert into provider_replies (call_id, reply, expires_at)
    select id, ${Buffer.from(sealed)}, to_timestamp(${expiresAt / 1000}) from provider_calls
    where id = ${callId} and request_hash = decode(${hash}, 'hex') and outcome = 'under_way'
    on conflict (call_id) do nothing`.execute(db);
}

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
