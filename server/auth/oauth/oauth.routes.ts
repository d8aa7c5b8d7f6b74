// Handlers of social sign-in and identities. auth.routes.ts lists their paths.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import type { Tx } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import { parseChallenge } from '../flows/pkce.ts';
import { redirectedError } from '../http/answer-error.ts';
import { AuthError } from '../http/auth-error.ts';
import { calledFrom } from '../http/called-from.ts';
import type { Handler, SignedInHandler } from '../http/endpoint.ts';
import { flag, readFields, readPathId, readQuery, text } from '../http/read-fields.ts';
import { errorParameters, sessionParameters, withFragment, withQuery } from '../http/redirect-answer.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { requireSession } from '../http/require-session.ts';
import { logIn, sessionBody } from '../sessions/open-session.ts';
import { linkIdentity, requireMayLink, unknownIdentity, unlinkIdentity } from './accounts/link-identity.ts';
import { enterAccount } from './accounts/provider-account.ts';
import { beginSignIn, type SignInRequest } from './begin-sign-in.ts';
import { type FinishedSignIn, finishSignIn, takeFlow } from './finish-sign-in.ts';
import { requireProvider } from './providers.ts';
import { badToken, verifyIdToken } from './verify-id-token.ts';

/** GET /authorize */
export const getAuthorize: Handler = async (auth, c) => {
  const request = readSignInRequest(auth, c);
  requireProvider(auth, request.provider);
  try {
    return c.redirect(await beginSignIn(auth, request), 302);
  } catch (error) {
    // A browser opened this URL, so it is redirected to the site with the reason.
    return c.redirect(failed(request.redirectTo, redirectedError(auth, c, error)), 302);
  }
};

/** GET /user/identities/authorize */
export const getLinkAuthorize: SignedInHandler = async (auth, c, signedIn) => {
  requireMayLink(auth, signedIn);
  const linking = { userId: signedIn.user.id, sessionId: signedIn.session.id };
  const url = await beginSignIn(auth, { ...readSignInRequest(auth, c), linking });
  return readQuery(c, 'skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
};

function readSignInRequest(auth: Auth, c: HonoContext): SignInRequest {
  return {
    provider: readQuery(c, 'provider'),
    redirectTo: redirectTarget(auth, c),
    scopes: readQuery(c, 'scopes'),
    challenge: parseChallenge({
      code_challenge: readQuery(c, 'code_challenge'),
      code_challenge_method: readQuery(c, 'code_challenge_method'),
    }),
    parameters: new URL(c.req.url).searchParams,
  };
}

/** GET and POST /callback */
export const handleCallback: Handler = async (auth, c) => {
  // HEAD must not use up the state.
  if (c.req.method === 'HEAD') return c.body(null, 200);
  const sent = c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search;
  const parameters = new URLSearchParams(sent);
  let target = auth.config.web.siteUrl;
  try {
    const flow = await takeFlow(auth, parameters.getAll('state'));
    target = flow.redirect_to ?? target;
    const finished = await finishSignIn(auth, flow, { parameters, from: calledFrom(auth, c) });
    return c.redirect(await succeeded(auth, target, finished), 302);
  } catch (error) {
    return answerFailure(c, target, redirectedError(auth, c, error));
  }
};

async function succeeded(auth: Auth, target: string, finished: FinishedSignIn): Promise<string> {
  if (finished.end === 'code') return withQuery(target, { code: finished.code });
  const session = sessionParameters(await sessionBody(auth, finished.opened));
  return withFragment(target, { ...session, ...finished.provider });
}

const stateErrors = ['bad_oauth_state', 'flow_state_already_used'];

function answerFailure(c: HonoContext, target: string, error: AuthError): Response {
  const isStateError = stateErrors.includes(error.code) || error.message === 'OAuth state parameter missing';
  return isStateError
    ? c.redirect(withQuery(target, errorParameters(error)), 303)
    : c.redirect(failed(target, error), 302);
}

const denied = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

function failed(target: string, error: AuthError): string {
  const parameters = errorParameters(error);
  const all = {
    error: 'invalid_request',
    ...parameters,
    ...(denied.includes(error.code) ? { error: 'access_denied' } : {}),
  };
  return withFragment(withQuery(target, all), { ...all, sb: '' });
}

const idTokenFields = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  link_identity: flag,
});

/** POST /token?grant_type=id_token */
export const grantByIdToken: Handler = async (auth, c) => {
  const fields = await readFields(c, idTokenFields);
  const { id_token: idToken, access_token: accessToken, nonce } = fields;
  if (!idToken) throw badToken('id_token required');
  if (!fields.provider) throw badToken('provider or client_id and issuer required');
  const from = calledFrom(auth, c);
  const signedIn = fields.link_identity ? await requireSession(auth, c) : undefined;
  if (signedIn) requireMayLink(auth, signedIn);
  const profile = await verifyIdToken(auth, enabledProvider(auth, fields.provider), { idToken, accessToken, nonce });
  const open = (tx: Tx, userId: string) =>
    logIn(auth, tx, { userId, provider: profile.provider, method: 'oauth', from });
  const opened = signedIn
    ? await linkIdentity(auth, { userId: signedIn.user.id, sessionId: signedIn.session.id, profile }, open)
    : await enterAccount(auth, { profile, redirectTo: redirectTarget(auth, c), from }, open);
  return c.json(await sessionBody(auth, opened));
};

function enabledProvider(auth: Auth, name: string) {
  try {
    return requireProvider(auth, name);
  } catch {
    throw new AuthError(400, 'provider_disabled', `Provider (issuer "${name.slice(0, 60)}") is not enabled`);
  }
}

/** DELETE /user/identities/:id */
export const deleteIdentity: SignedInHandler = async (auth, c, signedIn) => {
  await unlinkIdentity(auth, signedIn, readPathId(c, 'id', unknownIdentity));
  return c.json({});
};
