// Tokens for the operator's own programs: they give access to the admin endpoints and nothing else.
import { SignJWT } from 'jose';
import { type Auth, secondsAfter } from './auth.ts';

/** A token with the service role, valid for this many seconds. Its holder can read and change every account. */
export async function signServiceToken(auth: Pick<Auth, 'keys' | 'now' | 'baseUrl'>, seconds: number): Promise<string> {
  const now = auth.now();
  const { kid, privateKey } = await auth.keys.current(now);
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(auth.baseUrl)
    .setIssuedAt(now)
    .setExpirationTime(secondsAfter(now, seconds))
    .sign(privateKey);
}
