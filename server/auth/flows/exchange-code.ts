// The end of a PKCE flow: the browser exchanges the code from the redirect, proving itself with the verifier it kept.
import type { Tx } from '../../platform/db.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { hashToken } from '../keys/hash-secret.ts';
import { unseal } from '../keys/seal.ts';
import { logIn, type OpenedSession } from '../sessions/open-session.ts';
import { refuseBanned } from '../users/refuse-banned.ts';
import { lockUser } from '../users/users.store.ts';
import { deleteFlowState, type FlowState, findFlowByCode, updateFlowState } from './flow-states.store.ts';
import { answersChallenge, challengeOf } from './pkce.ts';

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

export interface CodeExchange {
  code: string | undefined;
  verifier: string | undefined;
  from: CalledFrom;
}

/** Opens the session that a code stands for. Works once. Throws AuthError. */
export async function exchangeCode(
  auth: Auth,
  { code, verifier, from }: CodeExchange,
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
