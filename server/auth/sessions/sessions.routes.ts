// Handlers that open, refresh and end sessions. auth.routes.ts lists their paths.
import { z } from 'zod';
import { exchangeCode } from '../flows/pkce.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import { calledFrom } from '../http/called-from.ts';
import type { Handler, SignedInHandler } from '../http/endpoint.ts';
import { readFields, readQuery, text } from '../http/read-fields.ts';
import { weaknessOf } from '../passwords/password-rules.ts';
import { logOut } from './log-out.ts';
import { sessionBody } from './open-session.ts';
import { refreshSession } from './refresh-session.ts';
import { signInWithPassword } from './sign-in-with-password.ts';

const passwordFields = z.object({ email: text, phone: text, password: text });

/** POST /token?grant_type=password */
export const grantByPassword: Handler = async (auth, c) => {
  const { email, phone, password } = await readFields(c, passwordFields);
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.');
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const opened = await signInWithPassword(auth, { email, password, from: calledFrom(auth, c) });
  const weakness = weaknessOf(password ?? '', opened.user.email);
  return c.json({ ...(await sessionBody(auth, opened)), ...(weakness ? { weak_password: weakness } : {}) });
};

const refreshFields = z.object({ refresh_token: text });

/** POST /token?grant_type=refresh_token */
export const grantByRefreshToken: Handler = async (auth, c) => {
  const { refresh_token: refreshToken } = await readFields(c, refreshFields);
  return c.json(await sessionBody(auth, await refreshSession(auth, { refreshToken, from: calledFrom(auth, c) })));
};

const codeFields = z.object({ auth_code: text, code_verifier: text });

/** POST /token?grant_type=pkce */
export const grantByCode: Handler = async (auth, c) => {
  const { auth_code: code, code_verifier: verifier } = await readFields(c, codeFields);
  const { opened, provider } = await exchangeCode(auth, { code, verifier, from: calledFrom(auth, c) });
  return c.json({ ...(await sessionBody(auth, opened)), ...provider });
};

/** POST /token?grant_type=web3 */
export const refuseWeb3: Handler = () => {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
};

/** POST /token. The query names the grant. */
export function postToken(grants: Record<string, Handler>): Handler {
  return (auth, c) => {
    const name = readQuery(c, 'grant_type') ?? '';
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    return grant(auth, c);
  };
}

/** POST /logout */
export const postLogout: SignedInHandler = async (auth, c, signedIn) => {
  await logOut(auth, signedIn, readQuery(c, 'scope'));
  return c.body(null, 204);
};
