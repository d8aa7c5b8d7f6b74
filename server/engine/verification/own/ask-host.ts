// Asks one mail host about an address: leaves it alone while it rests, waits for a place, talks, and remembers what the
// host as such was like.

import { randomInt } from 'node:crypto';
import type { MailDoor } from '../../../platform/outbound/mail/mail-door.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { converse, type Order, type Outcome, type Step, type StepLimits } from '../smtp/converse.ts';
import type { Learnt, Rest } from '../stores/mail-hosts.store.ts';
import type { Finding, RetryReason } from '../verification.ts';
import type { HostPlaces } from './host-places.ts';
import { judgeOutcome, RETRY_AFTER, unknown } from './judge-outcome.ts';
import type { Standing } from './standing.ts';

export interface HostParts {
  door: MailDoor;
  places: HostPlaces;
  standing: Standing;
  limits: StepLimits;
  now: () => Date;
  onLine?: ((line: string) => void) | undefined;
}

export interface HostQuestion {
  host: string;
  order: Omit<Order, 'wantsTls'>;
  signal: AbortSignal | undefined;
}

/** `not-a-mail-host`: no such name, or not on the public internet. `next`: another host of the domain may tell more. */
export type HostAnswer = { kind: 'not-a-mail-host' } | { kind: 'judged' | 'next'; finding: Finding };

/** Throws only what the database throws, or the signal's reason. */
export async function askHost(parts: HostParts, question: HostQuestion): Promise<HostAnswer> {
  const { host, signal } = question;
  const answer = await parts.places.withPlace(host, signal, (learnt) => talkAndLearn(parts, question, learnt));
  if (answer !== null) return 'resting' in answer ? leftAlone(parts, host, answer.resting) : answer;
  // Spread out, or all who wait come back together.
  const pause = RETRY_AFTER.busy + randomInt(RETRY_AFTER.busy);
  return { kind: 'judged', finding: unknown('busy', evidenceOf(parts, host), pause) };
}

function leftAlone(parts: HostParts, host: string, { reason, until }: Rest): HostAnswer {
  const seconds = Math.ceil((until.getTime() - parts.now().getTime()) / 1000);
  const text = `left alone until ${until.toISOString()}`;
  return next(unknown(reason, { ...evidenceOf(parts, host), text }, Math.max(1, seconds)));
}

const evidenceOf = ({ now }: HostParts, mxHost: string) => ({ at: now().toISOString(), mxHost });
const next = (finding: Finding): HostAnswer => ({ kind: 'next', finding });

async function talkAndLearn(parts: HostParts, question: HostQuestion, learnt: Learnt): Promise<HostAnswer> {
  const { host, order } = question;
  let outcome: Outcome;
  try {
    outcome = await talk(parts, question);
  } catch (error) {
    question.signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return judgeNoConnection(parts, { host, error, learnt });
  }
  const scene = { ...evidenceOf(parts, host), recipient: order.recipient.address, sender: order.sender };
  const { finding, catchAll } = judgeOutcome(outcome, scene);
  const { reason, evidence } = finding;
  const isDoor = endedAtTheDoor(outcome);
  const rest = isDoor && reason !== 'greylisted' ? { rest: restFor(parts, reason as RetryReason) } : {};
  // Even a rude answer shows that mail servers can be reached from here.
  learnt.host = { name: host, reachedAt: parts.now(), ...rest };
  if (catchAll !== undefined) {
    const expiresAt = new Date(parts.now().getTime() + CATCH_ALL_MS);
    learnt.domain = { name: order.recipient.domain, catchAll, evidence, expiresAt };
  }
  parts.standing.learn(learnt);
  return { kind: isDoor ? 'next' : 'judged', finding };
}

/** Encrypted where the server offers it; when that fails, once more in the clear, as mail servers do among themselves. */
async function talk(parts: HostParts, question: HostQuestion): Promise<Outcome> {
  const outcome = await talkOnce(parts, question, true);
  const isTls = outcome.kind === 'broke' && outcome.step === 'starttls';
  return isTls ? talkOnce(parts, question, false) : outcome;
}

async function talkOnce(parts: HostParts, { host, order, signal }: HostQuestion, wantsTls: boolean): Promise<Outcome> {
  const { door, limits, onLine } = parts;
  const never = new AbortController().signal;
  onLine?.(`connecting to ${host}`);
  const socket = await door.connect({ domain: order.recipient.domain, host }, signal ?? never);
  return converse(
    socket,
    { ...order, wantsTls },
    { encrypt: (plain, stop) => door.encrypt(plain, host, stop), limits, signal, onLine },
  );
}

const CATCH_ALL_MS = 14 * 24 * 3600 * 1000;
const AT_THE_DOOR: ReadonlySet<Step> = new Set(['greeting', 'hello', 'starttls', 'sender']);

function endedAtTheDoor(outcome: Outcome): boolean {
  return (outcome.kind === 'broke' || outcome.kind === 'turned-away') && AT_THE_DOOR.has(outcome.step);
}

// Whoever turned us away will do so for an hour, whatever address is asked for; the finding itself may wait longer.
const LONGEST_REST_SECONDS = 3600;

function restFor({ now }: HostParts, reason: RetryReason): Rest {
  const seconds = Math.min(RETRY_AFTER[reason], LONGEST_REST_SECONDS);
  return { reason, until: new Date(now().getTime() + seconds * 1000) };
}

interface Failure {
  host: string;
  error: OutboundError;
  learnt: Learnt;
}

function judgeNoConnection(parts: HostParts, { host, error, learnt }: Failure): HostAnswer {
  if (error.code === 'refused' || (error.code === 'dns' && !error.retryable)) return { kind: 'not-a-mail-host' };
  const reason = error.code === 'dns' ? 'dns-failed' : 'unreachable';
  if (reason === 'unreachable') learnt.host = { name: host, rest: restFor(parts, reason) };
  return next(unknown(reason, { ...evidenceOf(parts, host), step: 'connect', text: error.message }));
}
