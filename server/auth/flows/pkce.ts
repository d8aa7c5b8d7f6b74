// PKCE (RFC 7636): the browser sends a challenge first and its verifier later, so a stolen code alone is useless. The flow ends with
// a code in a redirect, which the browser exchanges for the session, proving itself with the verifier it kept.
import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { hashToken, sameHash } from '../keys/hash-secret.ts';
import { unseal } from '../keys/seal.ts';
import { logIn, type OpenedSession } from '../sessions/open-session.ts';
import { refuseBanned } from '../users/refuse-banned.ts';
import { lockUser } from '../users/users.store.ts';
import {
  type Challenge,
  deleteFlowState,
  type FlowState,
  findFlowByCode,
  updateFlowState,
} from './flow-states.store.ts';

/** The request's challenge; undefined if it does not ask for a code. Throws AuthError validation_failed. */
export function parseChallenge(fields: {
  code_challenge?: string;
  code_challenge_method?: string;
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: named } = fields;
  if (!challenge && !named) return undefined;
  if (!challenge || !named) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  const method = named.toLowerCase();
  if (method !== 's256' && method !== 'plain') throw invalid('code challenge method must be s256 or plain');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw invalid('code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 . _ ~ -');
  }
  return { challenge, method };
}

/** The challenge that a flow was started with. */
export function challengeOf(flow: FlowState): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = flow;
  return challenge && (method === 's256' || method === 'plain') ? { challenge, method } : undefined;
}

/** Whether the verifier matches the challenge. */
function answersChallenge(verifier: string, { challenge, method }: Challenge): boolean {
  const shown = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return sameHash(hashToken(shown), hashToken(challenge));
}

/** Gives a flow its code, once the user has proved who they are. Only the code's hash is stored. */
export async function issueFlowCode(auth: Auth, tx: Tx, flowStateId: string): Promise<string> {
  const code = crypto.randomUUID();
  const code_expires_at = secondsAfter(auth.now(), lifetimes.flowCode);
  await updateFlowState(tx, flowStateId, { code_hash: hashToken(code), code_expires_at });
  return code;
}

/** The social provider's tokens, returned with the session. */
export interface ProviderTokens {
  provider_token?: string;
  provider_refresh_token?: string;
}

/** Opens the session that a code stands for. Works once. Throws AuthError. */
export async function exchangeCode(
  auth: Auth,
  { code, verifier, from }: { code?: string; verifier?: string; from: CalledFrom },
): Promise<{ opened: OpenedSession; provider: ProviderTokens }> {
  if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const flow = await findFlowByCode(auth.db.kysely, hashToken(code));
  if (!flow) throw unknownFlow();
  checkFlow(auth, flow, verifier);
  const opened = await auth.db.kysely.transaction().execute(async (tx) => {
    const user = flow.user_id ? await lockUser(tx, flow.user_id) : undefined;
    if (!user || !(await deleteFlowState(tx, flow.id))) throw unknownFlow();
    refuseBanned(auth, user);
    return logIn(auth, tx, { userId: user.id, provider: flow.provider, method: flow.method, from });
  });
  const provider = flow.sealed ? await unseal<ProviderTokens>(auth.config.secret, 'auth flow states', flow.sealed) : {};
  return { opened, provider };
}

function checkFlow(auth: Auth, flow: FlowState, verifier: string): void {
  if (!flow.code_expires_at || flow.code_expires_at <= auth.now()) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  const challenge = challengeOf(flow);
  if (!challenge) throw unknownFlow();
  if (!answersChallenge(verifier, challenge)) {
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
}

function unknownFlow(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
}
