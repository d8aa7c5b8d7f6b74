// The auth service's bearer check. It looks up the session on every call, so a token dies with its session immediately;
// for other services it takes seconds.
import type { Context as HonoContext } from 'hono';
import { type JWTPayload, errors as joseErrors } from 'jose';
import { readAccessToken } from '../access-token.ts';
import type { Auth } from '../auth.ts';
import { type Aal, findSession, type Session } from '../sessions/sessions.store.ts';
import { refuseBanned } from '../users/refuse-banned.ts';
import { findUser, type User } from '../users/users.store.ts';
import { AuthError } from './auth-error.ts';
import { type CalledFrom, calledFrom } from './called-from.ts';
import { isUuid } from './read-fields.ts';

export interface SignedIn {
  user: User;
  session: Session;
  /** The lower level of token and session: a token from before the second factor stays at aal1. */
  aal: Aal;
  from: CalledFrom;
}

const adminRoles = ['service_role', 'supabase_admin'];

/** The bearer token's user and session. Throws AuthError as section 1.4 of the protocol says. */
export async function requireSession(auth: Auth, c: HonoContext): Promise<SignedIn> {
  return signedInBy(auth, c, await readBearer(auth, c));
}

/**
 * Admits service tokens, and users who have an admin role now, while their session is open and has passed their second factor, if
 * they have one. Throws AuthError.
 */
export async function requireAdmin(auth: Auth, c: HonoContext): Promise<void> {
  const payload = await readBearer(auth, c);
  if (!adminRoles.includes(String(payload.role))) throw notAdmin();
  if (payload.session_id === undefined) return;
  const signedIn = await signedInBy(auth, c, payload);
  if (!adminRoles.includes(signedIn.user.role)) throw notAdmin();
  if (lacksSecondFactor(signedIn)) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to use admin endpoints');
  }
}

/** True if the user has a second factor that this session has not passed. */
export function lacksSecondFactor({ user, aal }: SignedIn): boolean {
  return aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified');
}

const notAdmin = () => new AuthError(403, 'not_admin', 'User not allowed');

async function signedInBy(auth: Auth, c: HonoContext, payload: JWTPayload): Promise<SignedIn> {
  const { sub, session_id: sessionId } = payload;
  if (!sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) throw sessionGone();
  const { kysely } = auth.db;
  const [user, session] = await Promise.all([findUser(kysely, sub), findSession(kysely, sub, sessionId)]);
  if (!user || user.deleted_at) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  if (!session) throw sessionGone();
  refuseBanned(auth, user);
  const aal = payload.aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1';
  return { user, session, aal, from: calledFrom(auth, c) };
}

function sessionGone(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

async function readBearer({ keys, baseUrl, now }: Auth, c: HonoContext): Promise<JWTPayload> {
  const [, token] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  try {
    return await readAccessToken(keys, token, { issuer: baseUrl, now: now() });
  } catch (error) {
    if (!(error instanceof joseErrors.JOSEError)) throw error;
    const why = error instanceof joseErrors.JWTExpired ? 'token is expired' : 'signature is invalid';
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
  }
}
