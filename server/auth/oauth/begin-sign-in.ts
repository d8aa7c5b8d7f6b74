// Starts a sign-in at the provider: stores the flow and builds the authorization URL. With the provider we use our own state,
// nonce and PKCE; the browser's challenge is for the code that we return at the end.
import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import { type Challenge, insertFlowState } from '../flows/flow-states.store.ts';
import { hashToken, randomToken } from '../keys/hash-secret.ts';
import { seal } from '../keys/seal.ts';
import { discover } from './discover.ts';
import { requireProvider } from './providers.ts';

/** The secrets of a flow under way, known only to this service. */
export interface FlowSecrets {
  nonce: string;
  verifier: string;
  /** The session that asked to link an identity; it must still be open at the end. */
  linkingSessionId?: string;
}

export interface SignInRequest {
  provider: string | undefined;
  redirectTo: string;
  /** Separated by commas or spaces. */
  scopes?: string;
  challenge?: Challenge;
  /** The user to add the identity to, and the session that asked. */
  linking?: { userId: string; sessionId: string };
  /** The request's own parameters; those that only we may set are ignored. */
  parameters: URLSearchParams;
}

/** The provider's URL to send the browser to. Throws AuthError: 400 for an unknown provider, 503 if it is down. */
export async function beginSignIn(auth: Auth, request: SignInRequest): Promise<string> {
  const provider = requireProvider(auth, request.provider);
  const configuration = await discover(auth, provider);
  const state = randomToken();
  const secrets: FlowSecrets = {
    nonce: randomToken(),
    verifier: randomPKCECodeVerifier(),
    linkingSessionId: request.linking?.sessionId,
  };
  const now = auth.now();
  await insertFlowState(auth.db.kysely, {
    method: 'oauth',
    provider: provider.name,
    redirect_to: request.redirectTo,
    code_challenge: request.challenge?.challenge,
    code_challenge_method: request.challenge?.method,
    linking_user_id: request.linking?.userId,
    state_hash: hashToken(state),
    sealed: await seal(auth.config.secret, 'auth flow states', secrets),
    created_at: now,
    // The row is also needed for exchanging the code at the end.
    expires_at: secondsAfter(now, lifetimes.oauthState + lifetimes.flowCode),
  });
  return buildAuthorizationUrl(configuration, {
    ...passedOn(request.parameters),
    client_id: provider.clientId,
    redirect_uri: `${auth.baseUrl}/callback`,
    response_type: 'code',
    scope: scopeOf(request.scopes),
    state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  }).href;
}

/** Addressed to us, or able to change what the provider does for us. */
const notPassedOn = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'skip_http_redirect',
  'invite_token',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'request',
  'request_uri',
  'registration',
  'claims',
  'max_age',
  'audience',
  'resource',
]);

/** For example prompt, access_type, login_hint and hd. */
function passedOn(parameters: URLSearchParams): Record<string, string> {
  const usable = [...parameters].filter(
    ([name, value]) => /^\w{1,40}$/.test(name) && value.length <= 500 && !notPassedOn.has(name.toLowerCase()),
  );
  return Object.fromEntries(usable);
}

function scopeOf(asked = ''): string {
  const more = asked.split(/[\s,]+/).filter((scope) => /^[\w.:/-]{1,200}$/.test(scope));
  return [...new Set(['openid', 'email', 'profile', ...more])].slice(0, 30).join(' ');
}
