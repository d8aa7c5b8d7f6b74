// Explains to the user why a mail server gave no answer about an address.

import { RETRY_AFTER } from '../verification/own/judge-outcome.ts';
import type { RetryReason, Verification } from '../verification/verification.ts';
import type { CouldNotLook } from './site-study.ts';

const SENTENCES: Partial<Record<RetryReason, (host: string) => string>> = {
  greylisted: (host) => `The mail server of ${host} makes new senders wait and did not answer in time.`,
  blocked: (host) => `The mail server of ${host} refuses to talk to this Zeus server.`,
  'port-closed': () => 'This Zeus server cannot reach mail servers: port 25 seems to be blocked.',
  pending: (host) => `An email partner is still checking the address at ${host}.`,
  'dns-failed': (host) => `The name server of ${host} does not answer.`,
  unreachable: (host) => `The mail server of ${host} cannot be reached.`,
  'no-answer': (host) => `The mail server of ${host} does not answer.`,
  busy: (host) => `Zeus has reached its limit for the mail server of ${host} for now.`,
  capped: (host) => `Zeus has reached its limit for the mail server of ${host} for now.`,
};

const PASSES_LATER: Partial<Record<RetryReason, CouldNotLook['passesLater']>> = {
  greylisted: 'greylisting',
  capped: 'limit',
};

/** Undefined when the server answered, or when asking again would not help. */
export function explainUnverified(verification: Verification, host: string): CouldNotLook | undefined {
  if (!verification.couldNotLook) return undefined;
  const { retryAfterSeconds } = verification;
  const reason = verification.reason as RetryReason;
  const sentence = SENTENCES[reason] ?? ((name) => `The mail server of ${name} gave no clear answer.`);
  if (retryAfterSeconds === undefined) return { message: sentence(host) };
  // Cached verdicts and resting hosts state the remaining pause. Greylisting servers set their own, and our own cap says how
  // long it lasts.
  const isExact = reason === 'greylisted' || reason === 'capped' || reason === 'pending';
  const ofSeconds = isExact ? retryAfterSeconds : (RETRY_AFTER[reason] ?? retryAfterSeconds);
  const later = PASSES_LATER[reason];
  const passesLater = later ? { passesLater: later } : {};
  // Our own turn at a mail host comes soon: no reason to pay a partner instead.
  const isUnderWay = reason === 'pending' || reason === 'busy' ? { isUnderWay: true as const } : {};
  return { message: sentence(host), retryAfterSeconds, ofSeconds, ...passesLater, ...isUnderWay };
}
