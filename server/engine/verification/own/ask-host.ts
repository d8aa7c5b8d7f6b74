// Asks one mail host about an address, in a conversation that goes on or in a new one, and remembers what the host as such
// was like. Who may talk to it and when is decided in host-desk.ts.

import type { MailDoor } from '../../../platform/outbound/mail/mail-door.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import {
  isPlainAnswer,
  type Line,
  type Order,
  type Outcome,
  openLine,
  type Step,
  type StepLimits,
} from '../smtp/converse.ts';
import type { Learnt, Rest } from '../stores/mail-hosts.store.ts';
import type { KnownDomain } from '../stores/verdicts.store.ts';
import type { Finding, RetryReason } from '../verification.ts';
import { judgeOutcome, RETRY_AFTER, unknown } from './judge-outcome.ts';
import type { Standing } from './standing.ts';

export interface HostParts {
  door: MailDoor;
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

export interface Asked {
  /** 'again': asked in a conversation with earlier questions, and the answer may be due to them. */
  answer: HostAnswer | 'again';
  /** The conversation, when another question may follow in it. */
  line?: Line;
  /** Nobody had to be asked. */
  isRemembered?: true;
}

export const evidenceOf = ({ now }: Pick<HostParts, 'now'>, mxHost: string) => ({ at: now().toISOString(), mxHost });
export const next = (finding: Finding): HostAnswer => ({ kind: 'next', finding });

/** Asks in `line`, or in a new conversation without one. Throws only what is not the host's doing, or the signal's reason. */
export async function askHost(
  parts: HostParts,
  question: HostQuestion,
  { line, learnt }: { line: Line | undefined; learnt: Learnt },
): Promise<Asked> {
  const known = parts.standing.remembered(question.order.recipient.domain);
  if (known?.catchAll) return { answer: ofCatchAll(known), ...(line ? { line } : {}), isRemembered: true };
  const { probe: _, ...unprobed } = question.order;
  const asked = known ? { ...question, order: unprobed } : question;
  try {
    return await talkAndLearn(parts, asked, { line, learnt });
  } catch (error) {
    question.signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return { answer: judgeNoConnection(parts, { host: question.host, error, learnt }) };
  }
}

const ofCatchAll = ({ evidence }: KnownDomain): HostAnswer => ({
  kind: 'judged',
  finding: { verdict: 'catch_all', reason: 'accepts-everything', evidence },
});

async function talkAndLearn(
  parts: HostParts,
  question: HostQuestion,
  { line, learnt }: { line: Line | undefined; learnt: Learnt },
): Promise<Asked> {
  const { host, order, signal } = question;
  const { outcome, line: used } = line
    ? { line, outcome: await line.ask({ ...order, wantsTls: true }, signal) }
    : await talk(parts, question);
  const isPlain = isPlainAnswer(outcome, { recipient: order.recipient.address, sender: order.sender });
  if (!isPlain) await used.close();
  if (!isPlain && line) return { answer: 'again' };
  const scene = { ...evidenceOf(parts, host), recipient: order.recipient.address, sender: order.sender };
  const { finding, catchAll } = judgeOutcome(outcome, scene);
  const { reason, evidence } = finding;
  const isDoor = endedAtTheDoor(outcome);
  const rest = isDoor && reason !== 'greylisted' ? { rest: restFor(parts, reason as RetryReason) } : {};
  // Even a rude answer shows that mail servers can be reached from here.
  learnt.host = { name: host, reachedAt: parts.now(), ...rest };
  if (catchAll !== undefined) {
    const expiresAt = new Date(parts.now().getTime() + CATCH_ALL_MS);
    learnt.domains.set(order.recipient.domain, { catchAll, evidence, expiresAt });
  }
  parts.standing.learn(learnt);
  return { answer: { kind: isDoor ? 'next' : 'judged', finding }, ...(isPlain ? { line: used } : {}) };
}

/** Encrypted where the server offers it; when that fails, once more in the clear, as mail servers do among themselves. */
async function talk(parts: HostParts, question: HostQuestion): Promise<{ outcome: Outcome; line: Line }> {
  const first = await talkOnce(parts, question, true);
  const { outcome, line } = first;
  if (outcome.kind !== 'broke' || outcome.step !== 'starttls') return first;
  await line.close();
  return talkOnce(parts, question, false);
}

async function talkOnce(parts: HostParts, { host, order, signal }: HostQuestion, wantsTls: boolean) {
  const { door, limits, onLine } = parts;
  const never = new AbortController().signal;
  onLine?.(`connecting to ${host}`);
  const socket = await door.connect({ domain: order.recipient.domain, host }, signal ?? never);
  const line = openLine(socket, { encrypt: (plain, stop) => door.encrypt(plain, host, stop), limits, onLine });
  try {
    return { line, outcome: await line.ask({ ...order, wantsTls }, signal) };
  } catch (error) {
    await line.close();
    throw error;
  }
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
