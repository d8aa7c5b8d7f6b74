// After a second factor was verified, the session becomes aal2 and gets new tokens, and every session still at aal1 ends.
import type { Tx } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { addRefreshToken, type OpenedSession } from '../sessions/open-session.ts';
import { deleteTokensOf } from '../sessions/refresh-tokens.store.ts';
import { deleteAal1Sessions, raiseToAal2 } from '../sessions/sessions.store.ts';

interface SecondProof {
  method: 'totp' | 'mfa/recovery_code';
  factorId: string | null;
}

/** The session at aal2. The caller must hold the lock on the user's row. Throws AuthError session_not_found if it has ended. */
export async function raiseSession(
  auth: Auth,
  tx: Tx,
  { user, session }: SignedIn,
  { method, factorId }: SecondProof,
): Promise<OpenedSession> {
  const others = session.amr.filter((proof) => proof.method !== method);
  const amr = [{ method, timestamp: Math.floor(auth.now().getTime() / 1000) }, ...others];
  const raised = await raiseToAal2(tx, session, { amr, factorId });
  if (!raised) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  await deleteAal1Sessions(tx, user.id);
  // Earlier tokens must never lead to aal2, not even in a race.
  await deleteTokensOf(tx, raised.id);
  return addRefreshToken(auth, tx, raised);
}
