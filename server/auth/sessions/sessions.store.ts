import type { Selectable } from 'kysely';
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

export interface NewSession {
  userId: string;
  aal: Aal;
  amr: Proof[];
  ip: string;
  userAgent: string | null;
  now: Date;
}

export async function insertSession(db: Kdb | Tx, session: NewSession): Promise<Session> {
  const { userId, aal, amr, ip, userAgent, now } = session;
  return db
    .insertInto('auth.sessions')
    .values({
      user_id: userId,
      aal,
      // Stringified, because the driver would pass an array as a PostgreSQL array.
      amr: JSON.stringify(amr),
      ip,
      user_agent: userAgent,
      created_at: now,
      refreshed_at: now,
    })
    .returningAll()
    .$castTo<Session>()
    .executeTakeFirstOrThrow();
}

export async function findSession(db: Kdb | Tx, userId: string, id: string): Promise<Session | undefined> {
  return db
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$castTo<Session>()
    .executeTakeFirst();
}

export async function hasSession(db: Kdb | Tx, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSession(db: Kdb | Tx, userId: string, id: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Ends the user's sessions, all or all but one. */
export async function deleteSessionsOf(db: Kdb | Tx, userId: string, butId?: string): Promise<void> {
  await db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .$if(butId !== undefined, (query) => query.where('id', '!=', butId ?? ''))
    .execute();
}

/** True if the user has a session opened from this client address, which is therefore trusted. */
export async function hasSessionFrom(db: Kdb | Tx, email: string, ip: string): Promise<boolean> {
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
