// The assurance level of sessions: raised by a second factor, lowered when the factor is removed.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import type { Proof, Session } from '../sessions/sessions.store.ts';

export interface Raise {
  sessionId: string;
  userId: string;
  amr: Proof[];
  /** The factor that was passed; null for a recovery code. */
  factorId: string | null;
}

/** Raises a session to aal2; undefined if it has ended. */
export async function raiseToAal2(tx: Tx, raise: Raise): Promise<Session | undefined> {
  return tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', amr: JSON.stringify(raise.amr), factor_id: raise.factorId })
    .where('id', '=', raise.sessionId)
    .where('user_id', '=', raise.userId)
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
