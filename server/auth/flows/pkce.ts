// PKCE (RFC 7636): the browser sends a challenge first and its verifier later, so a stolen code alone is useless.
import { createHash } from 'node:crypto';
import { invalid } from '../http/auth-error.ts';
import { hashToken, sameHash } from '../keys/hash-secret.ts';
import type { Challenge, FlowState } from './flow-states.store.ts';

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
export function answersChallenge(verifier: string, { challenge, method }: Challenge): boolean {
  const shown = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return sameHash(hashToken(shown), hashToken(challenge));
}
