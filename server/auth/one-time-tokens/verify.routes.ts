// Handlers of /verify: opened in a browser (GET, redirects) or called by a client (POST, answers JSON).
import { z } from 'zod';
import { redirectedError } from '../http/answer-error.ts';
import { type AuthError, invalid } from '../http/auth-error.ts';
import { calledFrom } from '../http/called-from.ts';
import type { Handler } from '../http/endpoint.ts';
import { readFields, readQuery, text } from '../http/read-fields.ts';
import { errorParameters, sessionParameters, withFragment, withQuery } from '../http/redirect-answer.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { sessionBody } from '../sessions/open-session.ts';
import { parseEmail } from '../users/email-address.ts';
import type { TokenKind } from './one-time-tokens.store.ts';
import { type Verified, verifyCode, verifyLink, wrongCode } from './verify-token.ts';

/** The protocol's verification types, and which stored tokens each may use. */
const kindsByType: Record<string, TokenKind[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['confirmation', 'recovery'],
};

function kindsOf(type: string | undefined): TokenKind[] {
  if (!type) throw invalid('Verify requires a verification type');
  const kinds = Object.hasOwn(kindsByType, type) ? kindsByType[type] : undefined;
  if (!kinds) throw invalid('Invalid email verification type');
  return kinds;
}

const halfDone = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** GET /verify */
export const getVerify: Handler = async (auth, c) => {
  // Mail scanners check links with HEAD, which must not use them up.
  if (c.req.method === 'HEAD') return c.body(null, 200);
  const type = readQuery(c, 'type');
  const link = readQuery(c, 'token') ?? readQuery(c, 'token_hash');
  if (!link) throw invalid('Verify requires a token or a token hash');
  const kinds = kindsOf(type);
  const target = redirectTarget(auth, c);
  const isPkce = link.startsWith('pkce_');
  try {
    const verified = await verifyLink(auth, { link, kinds, mayEndInCode: true, from: calledFrom(auth, c) });
    if (verified.end === 'code') return c.redirect(withQuery(target, { code: verified.code }), 303);
    if (verified.end === 'half') return c.redirect(withFragment(target, { message: halfDone, sb: '' }), 303);
    const parameters = { ...sessionParameters(await sessionBody(auth, verified.opened)), type: type ?? '' };
    return c.redirect(withFragment(target, parameters), 303);
  } catch (error) {
    return c.redirect(failed(target, redirectedError(auth, c, error), isPkce), 303);
  }
};

function failed(target: string, error: AuthError, isPkce: boolean): string {
  const parameters = errorParameters(error);
  return withFragment(isPkce ? withQuery(target, parameters) : target, { ...parameters, sb: '' });
}

const verifyFields = z.object({
  type: text,
  email: text,
  phone: text,
  token: text,
  token_hash: text,
  redirect_to: text,
});

/** No codes are sent to phones, so none is valid: the answer is the same as for an expired one. */
function refusedPhone(phone: string | undefined, token: string | undefined): AuthError {
  if (!phone || !/^\+?[1-9]\d{1,14}$/.test(phone)) return invalid('Invalid phone number format (E.164 required)');
  return token ? wrongCode() : invalid('Verify requires either a token or a token hash');
}

/** POST /verify */
export const postVerify: Handler = async (auth, c) => {
  const { type, email, phone, token, token_hash: link, redirect_to } = await readFields(c, verifyFields);
  const from = calledFrom(auth, c);
  if (type === 'sms' || type === 'phone_change' || (phone && !email)) throw refusedPhone(phone, token);
  const kinds = kindsOf(type);
  if (token && link) throw invalid('Verify requires either a token or a token hash');
  if (link) {
    if (email || phone || redirect_to) throw invalid('Only the token_hash and type should be provided');
    return answer(await verifyLink(auth, { link, kinds, mayEndInCode: false, from }));
  }
  if (!token) throw invalid('Verify requires either a token or a token hash');
  return answer(await verifyCode(auth, { email: parseEmail(email), code: token, kinds, from }));

  async function answer(verified: Verified): Promise<Response> {
    if (verified.end !== 'session') return c.json({ msg: halfDone, code: '200' });
    return c.json(await sessionBody(auth, verified.opened));
  }
};
