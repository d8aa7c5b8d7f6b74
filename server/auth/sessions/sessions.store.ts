import { type Insertable, type Selectable, sql } from 'kysely';
import type { AuthSessions } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type Aal = 'aal1' | 'aal2';

/** One way the user proved who they are in this session. */
export interface Proof {
  method: string;
  timestamp: number;
}

export interface Session extends Omit<Selectable<AuthSessions>, 'aal' | 'amr'> {
  aal: Aal;
  amr: Proof[];
}

/** `amr` is JSON: the driver would pass an array as a PostgreSQL array. */
export async function insertSession(tx: Tx, values: Insertable<AuthSessions> & { amr: string }): Promise<Session> {
  return tx.insertInto('auth.sessions').values(values).returningAll().$castTo<Session>().executeTakeFirstOrThrow();
}

export async function findSession(db: Kdb, userId: string, id: string): Promise<Session | undefined> {
  return db
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$castTo<Session>()
    .executeTakeFirst();
}

export async function deleteSession(db: Kdb, userId: string, id: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Ends the user's sessions, all or all but one. */
export async function deleteSessionsOf(db: Kdb, userId: string, butId?: string): Promise<void> {
  await db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .$if(butId !== undefined, (query) => query.where('id', '!=', butId ?? ''))
    .execute();
}

/** Raises a session to aal2; undefined if it has ended. `factorId` is the factor that was passed, null for a recovery code. */
export async function raiseToAal2(
  tx: Tx,
  { id, user_id }: Session,
  { amr, factorId }: { amr: Proof[]; factorId: string | null },
): Promise<Session | undefined> {
  return tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', amr: JSON.stringify(amr), factor_id: factorId })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returningAll()
    .$castTo<Session>()
    .executeTakeFirst();
}

/** Ends every session of the user that has not passed a second factor. */
export async function deleteAal1Sessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).where('aal', '=', 'aal1').execute();
}

/** Lowers sessions to aal1: those raised by this factor, by recovery codes (null), or all of the user's. */
export async function lowerSessions(tx: Tx, userId: string, raisedBy: string | null | 'anything'): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal1', factor_id: null, amr: withoutSecondFactors })
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal2')
    .$if(raisedBy !== 'anything', (query) => query.where('factor_id', 'is not distinct from', raisedBy))
    .execute();
}

const withoutSecondFactors = sql<string>`jsonb_path_query_array(amr, '$[*] ? (@.method != "totp" && @.method != "mfa/recovery_code")')`;

/** True if the user has a session opened from this client address, which is therefore trusted. */
export async function hasSessionFrom(db: Kdb, email: string, ip: string): Promise<boolean> {
  const found = await db
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('u.email', '=', email)
    .where('s.ip', '=', ip)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteIdleSessions(db: Kdb, before: Date): Promise<void> {
  await db.deleteFrom('auth.sessions').where('refreshed_at', '<', before).execute();
}
