// Creates the link and the code of an email. Only their hashes are stored; the values exist only in the email.
import type { Tx } from '../../platform/db.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes, triesPerCode } from '../auth-settings.ts';
import { type Challenge, insertFlowState } from '../flows/flow-states.store.ts';
import { hashCode, hashToken, randomCode, randomToken } from '../keys/hash-secret.ts';
import { putOneTimeToken, type TokenKind } from './one-time-tokens.store.ts';

export interface TokenRequest {
  userId: string;
  kind: TokenKind;
  sentTo: string;
  /** The session's amr if the flow ends in a code. */
  method: string;
  /** Set if the browser wants a code instead of tokens (PKCE). */
  challenge?: Challenge;
  distrustsPassword?: boolean;
}

export interface IssuedToken {
  /** Part of the link; the protocol calls it token hash. */
  link: string;
  /** For typing. */
  code: string;
}

/** Replaces the user's earlier link and code of this kind. Rejects if the user no longer exists. */
export async function issueToken(auth: Auth, tx: Tx, request: TokenRequest): Promise<IssuedToken> {
  const { userId, kind, sentTo, method, challenge, distrustsPassword = false } = request;
  const now = auth.now();
  const expiresAt = secondsAfter(now, lifetimes.link);
  // The flow's code gets its own lifetime when the link is opened, so the flow outlives the link.
  const flowEndsAt = secondsAfter(expiresAt, lifetimes.flowCode);
  const flow = challenge && {
    user_id: userId,
    method,
    code_challenge: challenge.challenge,
    code_challenge_method: challenge.method,
    created_at: now,
    expires_at: flowEndsAt,
  };
  // The prefix tells /verify that the flow ends in a code, even if the link has expired.
  const link = `${challenge ? 'pkce_' : ''}${randomToken()}`;
  const code = randomCode();
  await putOneTimeToken(tx, {
    user_id: userId,
    kind,
    sent_to: sentTo,
    link_hash: hashToken(link),
    code_hash: hashCode(auth.config.secret, `${userId}:${kind}`, code),
    tries_left: triesPerCode,
    flow_state_id: flow ? await insertFlowState(tx, flow) : null,
    distrusts_password: distrustsPassword,
    created_at: now,
    expires_at: expiresAt,
  });
  return { link, code };
}
