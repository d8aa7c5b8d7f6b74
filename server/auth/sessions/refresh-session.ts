// Refresh with rotation. A child token is derived from its parent with a server key, so a lost answer can be repeated although
// only hashes are stored. A revoked token that comes back late means that it was stolen: the session ends.
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../platform/settings/secrets.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { hashToken, sameHash } from '../keys/hash-secret.ts';
import { isBanned } from '../users/refuse-banned.ts';
import { findUser, getUser } from '../users/users.store.ts';
import type { OpenedSession } from './open-session.ts';
import { lockTokenState, rotateRefreshToken, type TokenState } from './refresh-tokens.store.ts';
import { deleteSession, type Session } from './sessions.store.ts';

/** More refreshes than this within the reuse interval are not a race. */
const racersAtMost = 50;

/** The session with its next refresh token. Throws AuthError: 400 for invalid tokens, 409 after a long wait for the lock. */
export async function refreshSession(
  auth: Auth,
  { refreshToken, from }: { refreshToken: string | undefined; from: CalledFrom },
): Promise<OpenedSession> {
  if (!refreshToken || !/^[\w-]{12,200}$/.test(refreshToken)) throw invalid('Refresh token is not valid');
  const { kysely } = auth.db;
  const now = auth.now();
  const child = childOf(auth, refreshToken);
  const session = await rotateRefreshToken(kysely, {
    tokenHash: hashToken(refreshToken),
    childHash: hashToken(child),
    idleBefore: idleBefore(now),
    now,
    lockWaitMs: auth.lockWaitMs,
  });
  if (session) return { user: await getUser(kysely, session.user_id), session, refreshToken: child };
  return answerAgain(auth, refreshToken, from);
}

function childOf({ config }: Auth, token: string): string {
  return createHmac('sha256', deriveKey(config.secret, 'auth refresh tokens')).update(token).digest('base64url');
}

function idleBefore(now: Date): Date {
  return secondsAfter(now, -lifetimes.idleSession);
}

/** The token could not be rotated: it was used before, or the token, its session or its user is no longer valid. */
async function answerAgain(auth: Auth, refreshToken: string, from: CalledFrom): Promise<OpenedSession> {
  const outcome = await auth.db.kysely.transaction().execute(async (tx) => {
    const state = await lockTokenState(tx, hashToken(refreshToken));
    if (!state) {
      return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
    }
    const { session } = state;
    const user = await findUser(tx, session.user_id);
    if (!user) return new AuthError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
    if (isBanned(auth, user)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    if (session.refreshed_at < idleBefore(auth.now())) {
      return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)');
    }
    const active = activeAgain(auth, refreshToken, state);
    if (active) return { user, session, refreshToken: active };
    await deleteSession(tx, user.id, session.id);
    return session;
  });
  if (outcome instanceof AuthError) throw outcome;
  if ('refreshToken' in outcome) return outcome;
  throw await familyEnded(auth, outcome, from);
}

/** The session's active token, if this token may get it: its parent always may, others within the reuse interval. */
function activeAgain(auth: Auth, token: string, { id, revokedAt, active }: TokenState): string | undefined {
  if (!active || !revokedAt) return undefined;
  const isRecent = revokedAt >= secondsAfter(auth.now(), -lifetimes.refreshReuse);
  if (active.parentId !== id && !isRecent) return undefined;
  let next = token;
  for (let step = 0; step < racersAtMost; step += 1) {
    next = childOf(auth, next);
    if (sameHash(hashToken(next), active.tokenHash)) return next;
  }
  return undefined;
}

/** Written after the session's lock is released: the entry needs the user's row, which comes first in the lock order. */
async function familyEnded({ db }: Auth, session: Session, { ip }: CalledFrom): Promise<AuthError> {
  const details = { session_id: session.id, reason: 'a used refresh token came back' };
  await insertAuditEntry(db.kysely, { action: 'token_revoked', userId: session.user_id, ip, details });
  return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}
