// Stores replies that arrived after their worker had died (kept-replies.store.ts). Written for the driver alone: with Kysely, the caller
// process would take twice as long to start.
import type pg from 'pg';

export interface SealedReply {
  callId: number;
  /** Of the question, as hex. */
  hash: string;
  sealed: Uint8Array;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** Stores a reply unless its call has ended or has one. The hash is checked in case the database was replaced. */
export async function insertReply(db: pg.Pool, { callId, hash, sealed, expiresAt }: SealedReply): Promise<void> {
  await db.query(
    `insert into provider_replies (call_id, reply, expires_at)
    select id, $3::bytea, to_timestamp($4) from provider_calls
    where id = $1 and request_hash = decode($2, 'hex') and outcome = 'under_way'
    on conflict (call_id) do nothing`,
    [callId, hash, Buffer.from(sealed), expiresAt / 1000],
  );
}
