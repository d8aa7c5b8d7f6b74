// Every path of the auth service under /auth/v1: who may call it, which rate limit applies, and its handler.
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  getReauthenticate,
  getUser,
  postOtp,
  postRecover,
  postResend,
  postSignUp,
  putUser,
} from './account/account.routes.ts';
import {
  deleteFactorOfUser,
  deleteUserById,
  getFactorsOfUser,
  getUserById,
  getUsers,
  postGenerateLink,
  postInvite,
  postUser,
  putUserById,
} from './admin/admin.routes.ts';
import { type Auth, type AuthOptions, type AuthParts, authOf } from './auth.ts';
import {
  deleteFactor,
  deleteRecoveryCodes,
  getRecoveryCodes,
  postChallenge,
  postFactor,
  postFactorVerify,
  postNewRecoveryCodes,
  postRecoveryCodes,
  postRecoveryCodeVerify,
} from './factors/factors.routes.ts';
import { answerAuthError, handleAuthError } from './http/answer-error.ts';
import { answerInTime } from './http/answer-in-time.ts';
import { AuthError } from './http/auth-error.ts';
import { type Endpoint, serveEndpoint } from './http/endpoint.ts';
import { allowOtherOrigins, protocolHeaders } from './http/protocol-headers.ts';
import { getHealth, getKeySet, getOpenIdConfiguration, getSettings, refuseSso } from './metadata.routes.ts';
import {
  deleteIdentity,
  getAuthorize,
  getLinkAuthorize,
  grantByIdToken,
  handleCallback,
} from './oauth/oauth.routes.ts';
import {
  getPracticeGoogle,
  getPracticeGoogleStyles,
  postPracticeGoogle,
} from './oauth/practice/practice-google-page.ts';
import { getVerify, postVerify } from './one-time-tokens/verify.routes.ts';
import {
  grantByCode,
  grantByPassword,
  grantByRefreshToken,
  postLogout,
  postToken,
  refuseWeb3,
} from './sessions/sessions.routes.ts';

const grants = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
  pkce: grantByCode,
  id_token: grantByIdToken,
  web3: refuseWeb3,
};

const endpoints: Endpoint[] = [
  { method: 'GET', path: '/settings', for: 'anyone', handle: getSettings },
  { method: 'GET', path: '/health', for: 'anyone', handle: getHealth },
  { method: 'GET', path: '/.well-known/jwks.json', for: 'anyone', handle: getKeySet },
  { method: 'GET', path: '/.well-known/openid-configuration', for: 'anyone', handle: getOpenIdConfiguration },

  { method: 'POST', path: '/signup', for: 'anyone', limit: 'signup', handle: postSignUp },
  { method: 'POST', path: '/token', for: 'anyone', limit: 'token', handle: postToken(grants) },
  { method: 'POST', path: '/otp', for: 'anyone', limit: 'otp', handle: postOtp },
  { method: 'POST', path: '/magiclink', for: 'anyone', limit: 'otp', handle: postOtp },
  { method: 'GET', path: '/verify', for: 'anyone', limit: 'verify', handle: getVerify },
  { method: 'POST', path: '/verify', for: 'anyone', limit: 'verify', handle: postVerify },
  { method: 'POST', path: '/recover', for: 'anyone', limit: 'recover', handle: postRecover },
  { method: 'POST', path: '/resend', for: 'anyone', limit: 'resend', handle: postResend },
  { method: 'POST', path: '/sso', for: 'anyone', limit: 'sso', handle: refuseSso },

  { method: 'GET', path: '/authorize', for: 'anyone', limit: 'authorize', handle: getAuthorize },
  { method: 'GET', path: '/callback', for: 'anyone', handle: handleCallback },
  { method: 'POST', path: '/callback', for: 'anyone', handle: handleCallback },
  { method: 'GET', path: '/practice-google', for: 'anyone', handle: getPracticeGoogle },
  { method: 'POST', path: '/practice-google', for: 'anyone', handle: postPracticeGoogle },
  { method: 'GET', path: '/practice-google.css', for: 'anyone', handle: getPracticeGoogleStyles },

  { method: 'GET', path: '/user', for: 'user', handle: getUser },
  { method: 'PUT', path: '/user', for: 'user', limit: 'user', handle: putUser },
  { method: 'GET', path: '/user/identities/authorize', for: 'user', limit: 'authorize', handle: getLinkAuthorize },
  { method: 'DELETE', path: '/user/identities/:id', for: 'user', limit: 'user', handle: deleteIdentity },
  { method: 'GET', path: '/reauthenticate', for: 'user', limit: 'user', handle: getReauthenticate },
  { method: 'POST', path: '/logout', for: 'user', handle: postLogout },

  // Must come before /factors/:id, which would match them.
  { method: 'GET', path: '/factors/recovery-codes', for: 'user', handle: getRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes', for: 'user', limit: 'user', handle: postRecoveryCodes },
  { method: 'DELETE', path: '/factors/recovery-codes', for: 'user', handle: deleteRecoveryCodes },
  {
    method: 'POST',
    path: '/factors/recovery-codes/verify',
    for: 'user',
    limit: 'factors',
    handle: postRecoveryCodeVerify,
  },
  {
    method: 'POST',
    path: '/factors/recovery-codes/regenerate',
    for: 'user',
    limit: 'user',
    handle: postNewRecoveryCodes,
  },
  { method: 'POST', path: '/factors', for: 'user', limit: 'user', handle: postFactor },
  { method: 'POST', path: '/factors/:id/challenge', for: 'user', limit: 'factors', handle: postChallenge },
  { method: 'POST', path: '/factors/:id/verify', for: 'user', limit: 'factors', handle: postFactorVerify },
  { method: 'DELETE', path: '/factors/:id', for: 'user', handle: deleteFactor },

  { method: 'GET', path: '/admin/users', for: 'admin', handle: getUsers },
  { method: 'POST', path: '/admin/users', for: 'admin', handle: postUser },
  { method: 'GET', path: '/admin/users/:id', for: 'admin', handle: getUserById },
  { method: 'PUT', path: '/admin/users/:id', for: 'admin', handle: putUserById },
  { method: 'DELETE', path: '/admin/users/:id', for: 'admin', handle: deleteUserById },
  { method: 'GET', path: '/admin/users/:id/factors', for: 'admin', handle: getFactorsOfUser },
  { method: 'DELETE', path: '/admin/users/:id/factors/:factorId', for: 'admin', handle: deleteFactorOfUser },
  { method: 'POST', path: '/admin/generate_link', for: 'admin', handle: postGenerateLink },
  { method: 'POST', path: '/invite', for: 'admin', handle: postInvite },
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
