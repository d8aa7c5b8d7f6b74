// The claims of access tokens, and how they are signed. access-token.ts reads them.
import { SignJWT } from 'jose';
import type { Auth } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import type { User } from '../users/users.store.ts';
import type { Session } from './sessions.store.ts';

/** Signs the token of a user's session. Rejects if there is no key to sign with. */
export async function signAccessToken(auth: Auth, user: User, session: Session): Promise<SignedToken> {
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
  return { token, expiresAt };
}

export interface SignedToken {
  token: string;
  /** Unix seconds. */
  expiresAt: number;
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
