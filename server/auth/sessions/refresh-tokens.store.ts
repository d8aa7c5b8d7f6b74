// Refresh tokens as rows: one active per session, its predecessors revoked. Always lock the session first.
import { type Insertable, sql } from 'kysely';
import type { AuthRefreshTokens } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';
import type { Session } from './sessions.store.ts';

export async function insertRefreshToken(tx: Tx, values: Insertable<AuthRefreshTokens>): Promise<void> {
  await tx.insertInto('auth.refresh_tokens').values(values).execute();
}

interface Rotation {
  tokenHash: Buffer;
  childHash: Buffer;
  /** Sessions last refreshed before this have ended. */
  idleBefore: Date;
  now: Date;
  lockWaitMs: number;
}

/**
 * Revokes an active token, inserts its child and returns the session in one statement, so that of several concurrent calls
 * one succeeds. Returns undefined if the token is not active, or its session or user is no longer valid.
 */
export async function rotateRefreshToken(db: Kdb, rotation: Rotation): Promise<Session | undefined> {
  const { tokenHash, childHash, idleBefore, now, lockWaitMs } = rotation;
  const { rows } = await sql<Session>`
    with wait as materialized (
      select set_config('lock_timeout', ${String(lockWaitMs)}, true)
    ), found as materialized (
      select r.id, r.session_id, (select count(*) from wait) as waited
      from auth.refresh_tokens r where r.token_hash = ${tokenHash}::bytea
    ), held as materialized (
      select s.id from auth.sessions s join found on found.session_id = s.id and found.waited > 0
      join auth.users u on u.id = s.user_id
      where s.refreshed_at >= ${idleBefore} and (u.banned_until is null or u.banned_until <= ${now})
      for no key update of s
    ), used as (
      update auth.refresh_tokens r set revoked_at = ${now}
      from found join held on held.id = found.session_id
      where r.id = found.id and r.revoked_at is null
      returning r.id, r.session_id
    ), child as (
      insert into auth.refresh_tokens (session_id, token_hash, parent_id, created_at)
      select session_id, ${childHash}::bytea, id, ${now}::timestamptz from used
    )
    update auth.sessions s set refreshed_at = ${now} from used where s.id = used.session_id
    returning s.*`.execute(db);
  return rows[0];
}

export interface TokenState {
  id: number;
  revokedAt: Date | null;
  session: Session;
  active: { parentId: number | null; tokenHash: Buffer } | undefined;
}

/** The token, its session (locked until the transaction ends) and the session's active token; undefined if there is none. */
export async function lockTokenState(tx: Tx, tokenHash: Buffer): Promise<TokenState | undefined> {
  const token = await tx
    .selectFrom('auth.refresh_tokens')
    .select(['id', 'session_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!token) return undefined;
  const session = await tx
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', token.session_id)
    .forUpdate()
    .$castTo<Session>()
    .executeTakeFirst();
  if (!session) return undefined;
  const rows = await tx
    .selectFrom('auth.refresh_tokens')
    .select(['id', 'revoked_at', 'parent_id', 'token_hash'])
    .where('session_id', '=', session.id)
    .where((eb) => eb.or([eb('id', '=', token.id), eb('revoked_at', 'is', null)]))
    .execute();
  const active = rows.find((row) => row.revoked_at === null);
  return {
    id: token.id,
    revokedAt: rows.find((row) => row.id === token.id)?.revoked_at ?? null,
    active: active && { parentId: active.parent_id, tokenHash: active.token_hash },
    session,
  };
}

/** Deletes all tokens of a session, so none of them can be used again. */
export async function deleteTokensOf(db: Kdb, sessionId: string): Promise<void> {
  await db.deleteFrom('auth.refresh_tokens').where('session_id', '=', sessionId).execute();
}

export async function deleteRevokedTokens(db: Kdb, before: Date): Promise<void> {
  await db.deleteFrom('auth.refresh_tokens').where('revoked_at', '<', before).execute();
}
