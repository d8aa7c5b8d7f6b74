// Opens a session for a user who has proved who they are, and builds the answer that every grant returns: the claims of the access
// token are signed here and read in access-token.ts.
import { SignJWT } from 'jose';
import type { Tx } from '../../platform/db.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { hashToken, randomToken } from '../keys/hash-secret.ts';
import { userBody } from '../users/user-body.ts';
import { getUser, type User, updateUserRow } from '../users/users.store.ts';
import { insertRefreshToken } from './refresh-tokens.store.ts';
import { insertSession, type Session } from './sessions.store.ts';

export interface OpenedSession {
  user: User;
  session: Session;
  refreshToken: string;
}

interface Proven {
  userId: string;
  /** The session's amr, such as 'password'. */
  method: string;
  from: CalledFrom;
}

/** Records the login and opens its session. */
export async function logIn(
  auth: Auth,
  tx: Tx,
  { provider, ...proven }: Proven & { provider: string | null },
): Promise<OpenedSession> {
  const { userId, from } = proven;
  await insertAuditEntry(tx, { action: 'login', userId, ip: from.ip, details: { provider } });
  return openSession(auth, tx, proven);
}

/** Opens a session at aal1. Rejects if the user no longer exists. */
export async function openSession(auth: Auth, tx: Tx, { userId, method, from }: Proven): Promise<OpenedSession> {
  const now = auth.now();
  await updateUserRow(tx, userId, { last_sign_in_at: now });
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  const session = await insertSession(tx, {
    user_id: userId,
    amr: JSON.stringify(amr),
    ip: from.ip,
    user_agent: from.userAgent,
    created_at: now,
    refreshed_at: now,
  });
  return addRefreshToken(auth, tx, session);
}

/** Gives the session a new refresh token. */
export async function addRefreshToken(auth: Auth, tx: Tx, session: Session): Promise<OpenedSession> {
  const refreshToken = randomToken();
  const row = { session_id: session.id, token_hash: hashToken(refreshToken), created_at: auth.now() };
  await insertRefreshToken(tx, row);
  return { user: await getUser(tx, session.user_id), session, refreshToken };
}

export type SessionBody = Awaited<ReturnType<typeof sessionBody>>;

/** The answer of every grant. Rejects if there is no key to sign with. */
export async function sessionBody(auth: Auth, { user, session, refreshToken }: OpenedSession) {
  const issuedAt = Math.floor(auth.now().getTime() / 1000);
  const expiresAt = issuedAt + lifetimes.accessToken;
  const { kid, privateKey } = await auth.keys.current(auth.now());
  const token = await new SignJWT(claims(user, session))
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(auth.baseUrl)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: lifetimes.accessToken,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userBody(user),
  };
}

function claims(user: User, session: Session) {
  const hasFactor = user.factors.some((factor) => factor.status === 'verified');
  return {
    email: user.email ?? '',
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    // Not part of the protocol: tells our other services that a password alone is not enough for this user.
    ...(hasFactor ? { aal_required: 'aal2' } : {}),
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
}
