// Uses an emailed link or code: it works once, for its own kind and owner, and then does what it was sent for.
import type { Tx } from '../../platform/db.ts';
import { confirmEmailChange } from '../account/change-email.ts';
import { confirmAddress } from '../account/sign-up/confirm-address.ts';
import type { Auth } from '../auth.ts';
import { deleteFlowState } from '../flows/flow-states.store.ts';
import { issueFlowCode } from '../flows/pkce.ts';
import { AuthError, invalidLink } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { hashCode, hashToken, sameHash } from '../keys/hash-secret.ts';
import { limitAccount, resetAccountLimit } from '../limits/limit-uses.ts';
import { logIn, type OpenedSession } from '../sessions/open-session.ts';
import { refuseBanned } from '../users/refuse-banned.ts';
import { lockUser, type UserRow } from '../users/users.store.ts';
import { endLinks } from './end-links.ts';
import {
  findLinkOwner,
  type OneTimeToken,
  spendTry,
  type TokenKind,
  takeByCode,
  takeByLink,
} from './one-time-tokens.store.ts';

/** The result of a verification: a session, a code for the browser to exchange, or half of an email change. */
export type Verified = { end: 'session'; opened: OpenedSession } | { end: 'code'; code: string } | { end: 'half' };

export interface LinkVerification {
  link: string;
  kinds: TokenKind[];
  /** A browser following a link of a PKCE flow gets a code; a client that posts the link gets the session. */
  mayEndInCode: boolean;
  from: CalledFrom;
}

/** Uses up a link. Throws AuthError otp_expired, user_banned or email_exists. */
export async function verifyLink(auth: Auth, { link, kinds, mayEndInCode, from }: LinkVerification): Promise<Verified> {
  const query = { linkHash: hashToken(link), kinds, now: auth.now() };
  return auth.db.kysely.transaction().execute(async (tx) => {
    const owner = await findLinkOwner(tx, query);
    const user = owner ? await lockUser(tx, owner) : undefined;
    const token = user && (await takeByLink(tx, query));
    if (!user || !token) throw invalidLink();
    return apply(auth, tx, { user, token, from, mayEndInCode });
  });
}

export interface CodeVerification {
  email: string;
  code: string;
  kinds: TokenKind[];
  from: CalledFrom;
}

/** Uses up a code. Throws AuthError otp_expired for anything wrong, including an unknown address. */
export async function verifyCode(auth: Auth, { email, code, kinds, from }: CodeVerification): Promise<Verified> {
  const token = await matchCode(auth, { email, code, kinds });
  if (!token) throw wrongCode();
  return auth.db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, token.user_id);
    const taken = user && (await takeByCode(tx, token));
    if (!user || !taken) throw wrongCode();
    return apply(auth, tx, { user, token: taken, from, mayEndInCode: false });
  });
}

/** The token that a code belongs to; each call uses up a try. Throws AuthError over_request_rate_limit. */
export async function matchCode(
  auth: Auth,
  { email, code, kinds }: Pick<CodeVerification, 'email' | 'code' | 'kinds'>,
): Promise<OneTimeToken | undefined> {
  await limitAccount(auth, 'code', email);
  const candidates = await spendTry(auth.db.kysely, { sentTo: email, kinds, now: auth.now() });
  const match = candidates.find(({ user_id, kind, code_hash }) =>
    sameHash(hashCode(auth.config.secret, `${user_id}:${kind}`, code), code_hash),
  );
  if (match) await resetAccountLimit(auth, 'code', email);
  return match;
}

/** The answer to any wrong code, whatever the reason. */
export function wrongCode(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
}

interface Application {
  user: UserRow;
  token: OneTimeToken;
  from: CalledFrom;
  mayEndInCode: boolean;
}

async function apply(auth: Auth, tx: Tx, { user, token, from, mayEndInCode }: Application): Promise<Verified> {
  refuseBanned(auth, user);
  if (token.kind === 'email_change_current' || token.kind === 'email_change_new') {
    if (!(await confirmEmailChange(auth, tx, user, token))) return { end: 'half' };
  } else {
    await confirmAddress(auth, tx, user, token);
  }
  await endLinks(tx, user.id);
  if (token.flow_state_id && mayEndInCode) {
    return { end: 'code', code: await issueFlowCode(auth, tx, token.flow_state_id) };
  }
  if (token.flow_state_id) await deleteFlowState(tx, token.flow_state_id);
  const opened = await logIn(auth, tx, { userId: user.id, provider: 'email', method: 'otp', from });
  return { end: 'session', opened };
}
