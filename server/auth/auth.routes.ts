// Every path of the auth service under /auth/v1: who may call it, which rate limit applies, and its handler.
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as account from './account/account.routes.ts';
import * as admin from './admin/admin.routes.ts';
import { type Auth, type AuthOptions, type AuthParts, authOf } from './auth.ts';
import * as factors from './factors/factors.routes.ts';
import { answerAuthError, handleAuthError } from './http/answer-error.ts';
import { answerInTime } from './http/answer-in-time.ts';
import { AuthError } from './http/auth-error.ts';
import { type Endpoint, serveEndpoint } from './http/endpoint.ts';
import { allowOtherOrigins, protocolHeaders } from './http/protocol-headers.ts';
import * as metadata from './metadata.routes.ts';
import * as oauth from './oauth/oauth.routes.ts';
import * as practiceGoogle from './oauth/practice/practice-google-page.ts';
import * as verify from './one-time-tokens/verify.routes.ts';
import * as sessions from './sessions/sessions.routes.ts';

const grants = {
  password: sessions.grantByPassword,
  refresh_token: sessions.grantByRefreshToken,
  pkce: sessions.grantByCode,
  id_token: oauth.grantByIdToken,
  web3: sessions.refuseWeb3,
};

const endpoints: Endpoint[] = [
  { method: 'GET', path: '/settings', for: 'anyone', handle: metadata.getSettings },
  { method: 'GET', path: '/health', for: 'anyone', handle: metadata.getHealth },
  { method: 'GET', path: '/.well-known/jwks.json', for: 'anyone', handle: metadata.getKeySet },
  { method: 'GET', path: '/.well-known/openid-configuration', for: 'anyone', handle: metadata.getOpenIdConfiguration },

  { method: 'POST', path: '/signup', for: 'anyone', limit: 'signup', handle: account.postSignUp },
  { method: 'POST', path: '/token', for: 'anyone', limit: 'token', handle: sessions.postToken(grants) },
  { method: 'POST', path: '/otp', for: 'anyone', limit: 'otp', handle: account.postOtp },
  { method: 'POST', path: '/magiclink', for: 'anyone', limit: 'otp', handle: account.postOtp },
  { method: 'GET', path: '/verify', for: 'anyone', limit: 'verify', handle: verify.getVerify },
  { method: 'POST', path: '/verify', for: 'anyone', limit: 'verify', handle: verify.postVerify },
  { method: 'POST', path: '/recover', for: 'anyone', limit: 'recover', handle: account.postRecover },
  { method: 'POST', path: '/resend', for: 'anyone', limit: 'resend', handle: account.postResend },
  { method: 'POST', path: '/sso', for: 'anyone', limit: 'sso', handle: metadata.refuseSso },

  { method: 'GET', path: '/authorize', for: 'anyone', limit: 'authorize', handle: oauth.getAuthorize },
  { method: 'GET', path: '/callback', for: 'anyone', handle: oauth.handleCallback },
  { method: 'POST', path: '/callback', for: 'anyone', handle: oauth.handleCallback },
  { method: 'GET', path: '/practice-google', for: 'anyone', handle: practiceGoogle.getPage },
  { method: 'POST', path: '/practice-google', for: 'anyone', handle: practiceGoogle.postPage },
  { method: 'GET', path: '/practice-google.css', for: 'anyone', handle: practiceGoogle.getStyles },

  { method: 'GET', path: '/user', for: 'user', handle: account.getUser },
  { method: 'PUT', path: '/user', for: 'user', limit: 'user', handle: account.putUser },
  {
    method: 'GET',
    path: '/user/identities/authorize',
    for: 'user',
    limit: 'authorize',
    handle: oauth.getLinkAuthorize,
  },
  { method: 'DELETE', path: '/user/identities/:id', for: 'user', limit: 'user', handle: oauth.deleteIdentity },
  { method: 'GET', path: '/reauthenticate', for: 'user', limit: 'user', handle: account.getReauthenticate },
  { method: 'POST', path: '/logout', for: 'user', handle: sessions.postLogout },

  // Must come before /factors/:id, which would match them.
  { method: 'GET', path: '/factors/recovery-codes', for: 'user', handle: factors.getRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes', for: 'user', limit: 'user', handle: factors.postRecoveryCodes },
  { method: 'DELETE', path: '/factors/recovery-codes', for: 'user', handle: factors.deleteRecoveryCodes },
  {
    method: 'POST',
    path: '/factors/recovery-codes/verify',
    for: 'user',
    limit: 'factors',
    handle: factors.postRecoveryCodeVerify,
  },
  {
    method: 'POST',
    path: '/factors/recovery-codes/regenerate',
    for: 'user',
    limit: 'user',
    handle: factors.postNewRecoveryCodes,
  },
  { method: 'POST', path: '/factors', for: 'user', limit: 'user', handle: factors.postFactor },
  { method: 'POST', path: '/factors/:id/challenge', for: 'user', limit: 'factors', handle: factors.postChallenge },
  { method: 'POST', path: '/factors/:id/verify', for: 'user', limit: 'factors', handle: factors.postFactorVerify },
  { method: 'DELETE', path: '/factors/:id', for: 'user', handle: factors.deleteFactor },

  { method: 'GET', path: '/admin/users', for: 'admin', handle: admin.getUsers },
  { method: 'POST', path: '/admin/users', for: 'admin', handle: admin.postUser },
  { method: 'GET', path: '/admin/users/:id', for: 'admin', handle: admin.getUserById },
  { method: 'PUT', path: '/admin/users/:id', for: 'admin', handle: admin.putUserById },
  { method: 'DELETE', path: '/admin/users/:id', for: 'admin', handle: admin.deleteUserById },
  { method: 'GET', path: '/admin/users/:id/factors', for: 'admin', handle: admin.getFactorsOfUser },
  { method: 'DELETE', path: '/admin/users/:id/factors/:factorId', for: 'admin', handle: admin.deleteFactorOfUser },
  { method: 'POST', path: '/admin/generate_link', for: 'admin', handle: admin.postGenerateLink },
  { method: 'POST', path: '/invite', for: 'admin', handle: admin.postInvite },
];

const maxBodyBytes = 1024 * 1024;

/** The auth service, to be mounted at /auth/v1. Errors have the protocol's own shapes. */
export function authRoutes(ctx: AuthParts, options?: AuthOptions): Hono {
  const auth = authOf(ctx, options);
  const app = new Hono();
  app.onError(handleAuthError(auth.log));
  app.use(protocolHeaders, allowOtherOrigins, answerInTime(auth.timeLimitMs), limitBodies);
  for (const endpoint of endpoints) app.on(endpoint.method, endpoint.path, serveEndpoint(auth, endpoint));
  refuseTheRest(app, auth);
  return app;
}

const limitBodies = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw new AuthError(413, 'request_entity_too_large', 'Request body exceeds 1 MiB');
  },
});

function refuseTheRest(app: Hono, auth: Auth): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const allow = endpoints.filter((endpoint) => endpoint.path === path).map((endpoint) => endpoint.method);
    app.all(path, (c) =>
      answerAuthError(c, new AuthError(405, 'method_not_allowed', 'Method not allowed', { allow: allow.join(', ') })),
    );
  }
  app.all('*', (c) => answerAuthError(c, new AuthError(404, 'not_found', `Nothing at this address: ${auth.baseUrl}`)));
}
