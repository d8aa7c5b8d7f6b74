// The callback from the provider: the state identifies the flow, the provider's code the person, the person the account.
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import type { Tx } from '../../platform/db.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import { type FlowState, isStateUsed, takeState, updateFlowState } from '../flows/flow-states.store.ts';
import { challengeOf, issueFlowCode, type ProviderTokens } from '../flows/pkce.ts';
import { AuthError } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { hashToken } from '../keys/hash-secret.ts';
import { seal, unseal } from '../keys/seal.ts';
import { logIn, type OpenedSession } from '../sessions/open-session.ts';
import { linkIdentity } from './accounts/link-identity.ts';
import { enterAccount } from './accounts/provider-account.ts';
import { type Profile, readProfile } from './accounts/provider-profile.ts';
import type { FlowSecrets } from './begin-sign-in.ts';
import { discover, providerAway } from './discover.ts';
import { type Provider, requireProvider } from './providers.ts';

/** The flow of a state; works once. Throws AuthError; the browser then goes to the site, since its target is unknown. */
export async function takeFlow(auth: Auth, states: string[]): Promise<FlowState> {
  const [state] = states;
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  if (states.length > 1 || !/^[\w-]{43}$/.test(state)) throw badState();
  const now = auth.now();
  const stateHash = hashToken(state);
  const bornAfter = secondsAfter(now, -lifetimes.oauthState);
  const flow = await takeState(auth.db.kysely, { stateHash, bornAfter, now });
  if (flow) return flow;
  if (await isStateUsed(auth.db.kysely, stateHash)) {
    throw new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used');
  }
  throw badState();
}

function badState(): AuthError {
  return new AuthError(400, 'bad_oauth_state', 'OAuth callback with invalid state');
}

export type FinishedSignIn =
  | { end: 'session'; opened: OpenedSession; provider: ProviderTokens }
  | { end: 'code'; code: string };

/** Signs the provider's user in, or links the identity if the flow was started for that. Throws AuthError. */
export async function finishSignIn(
  auth: Auth,
  flow: FlowState,
  { parameters, from }: { parameters: URLSearchParams; from: CalledFrom },
): Promise<FinishedSignIn> {
  const provider = requireProvider(auth, flow.provider ?? undefined);
  checkAnswer(provider, parameters);
  const secrets = await unseal<FlowSecrets>(auth.config.secret, 'auth flow states', flow.sealed ?? '');
  const { profile, tokens } = await redeem(auth, provider, secrets, parameters);
  const { linking_user_id: userId } = flow;
  if (userId) return linkIdentity(auth, { userId, sessionId: secrets.linkingSessionId, profile }, end);
  const visitor = { profile, redirectTo: flow.redirect_to ?? '', challenge: challengeOf(flow), from };
  return enterAccount(auth, visitor, end);

  async function end(tx: Tx, userId: string): Promise<FinishedSignIn> {
    if (flow.code_challenge) {
      const sealed = await seal(auth.config.secret, 'auth flow states', tokens);
      await updateFlowState(tx, flow.id, { user_id: userId, sealed });
      return { end: 'code', code: await issueFlowCode(auth, tx, flow.id) };
    }
    const opened = await logIn(auth, tx, { userId, provider: flow.provider, method: 'oauth', from });
    return { end: 'session', opened, provider: tokens };
  }
}

function checkAnswer({ name }: Provider, parameters: URLSearchParams): void {
  const error = parameters.get('error');
  if (error === 'access_denied') {
    throw new AuthError(403, 'bad_oauth_callback', `Sign-in with ${name} was canceled`);
  }
  if (error) {
    const said = error.replace(/[^\w-]/g, '').slice(0, 60);
    throw new AuthError(500, 'bad_oauth_callback', `Sign-in with ${name} failed: ${said}`);
  }
  if (!parameters.get('code')) throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback missing code');
}

interface Redeemed {
  profile: Profile;
  tokens: ProviderTokens;
}

async function redeem(
  auth: Auth,
  provider: Provider,
  secrets: FlowSecrets,
  parameters: URLSearchParams,
): Promise<Redeemed> {
  const configuration = await discover(auth, provider);
  try {
    const answer = await authorizationCodeGrant(configuration, new URL(`${auth.baseUrl}/callback?${parameters}`), {
      expectedState: parameters.get('state') ?? '',
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const claims = await completeClaims(configuration, answer.access_token, answer.claims() ?? {});
    return {
      profile: readProfile(provider.name, claims),
      tokens: {
        provider_token: answer.access_token,
        ...(answer.refresh_token ? { provider_refresh_token: answer.refresh_token } : {}),
      },
    };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    auth.log.warn({ err: error, provider: provider.name }, 'the sign-in provider did not confirm the user');
    throw isAway(error) ? providerAway(provider, error) : refused(provider, error);
  }
}

/** Some providers state the email address only in userinfo. */
async function completeClaims(configuration: Configuration, accessToken: string, claims: Record<string, unknown>) {
  if (claims.email || !configuration.serverMetadata().userinfo_endpoint) return claims;
  return { ...(await fetchUserInfo(configuration, accessToken, String(claims.sub))), ...claims };
}

/** No answer, no connection, or a server error. Anything else is an invalid answer. */
function isAway(error: unknown): boolean {
  const { name, status, cause } = error as { name?: string; status?: number; cause?: { status?: number } };
  if (name === 'TimeoutError' || name === 'AbortError') return true;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (cause && ['TimeoutError', 'AbortError'].includes((cause as { name?: string }).name ?? '')) return true;
  return (status ?? cause?.status ?? 0) >= 500;
}

function refused({ name }: Provider, cause: unknown): AuthError {
  const text = `Unable to exchange external code: ${name} did not confirm the sign-in. Please try again.`;
  return new AuthError(403, 'bad_oauth_callback', text, { cause });
}
