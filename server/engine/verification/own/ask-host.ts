// Asks one mail host about an address: leaves it alone while it rests, waits for a place, talks, and remembers what the
// host as such was like.

import { randomInt } from 'node:crypto';
import type { Kdb } from '../../../platform/db.ts';
import type { MailDoor } from '../../../platform/outbound/mail-door.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { converse, type Order, type Outcome, type Step, type StepLimits } from '../smtp/converse.ts';
import { noteReached, noteRest, readRest } from '../stores/mail-hosts.store.ts';
import type { Finding, RetryReason } from '../verification.ts';
import type { HostPlaces } from './host-places.ts';
import { type Judged, judgeOutcome, RETRY_AFTER, unknown } from './judge-outcome.ts';

export interface HostParts {
  db: Kdb;
  door: MailDoor;
  places: HostPlaces;
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
export type HostAnswer = { kind: 'not-a-mail-host' } | { kind: 'judged' | 'next'; judged: Judged };

/** Throws only what the database throws, or the signal's reason. */
export async function askHost(parts: HostParts, question: HostQuestion): Promise<HostAnswer> {
  const { host, signal } = question;
  const now = parts.now();
  const rest = await readRest(parts.db, host, now);
  if (rest !== undefined) {
    const seconds = Math.ceil((rest.until.getTime() - now.getTime()) / 1000);
    const text = `left alone until ${rest.until.toISOString()}`;
    return next(unknown(rest.reason, { at: now.toISOString(), mxHost: host, text }, seconds));
  }
  const answer = await parts.places.withPlace(host, signal, () => talkAndRemember(parts, question));
  if (answer !== null) return answer;
  // Spread out, or all who wait come back together.
  const pause = RETRY_AFTER.busy + randomInt(RETRY_AFTER.busy);
  return { kind: 'judged', judged: { finding: unknown('busy', evidenceOf(parts, host), pause) } };
}

const evidenceOf = ({ now }: HostParts, mxHost: string) => ({ at: now().toISOString(), mxHost });
const next = (finding: Finding): HostAnswer => ({ kind: 'next', judged: { finding } });

async function talkAndRemember(parts: HostParts, question: HostQuestion): Promise<HostAnswer> {
  const { host, order } = question;
  let outcome: Outcome;
  try {
    outcome = await talk(parts, question);
  } catch (error) {
    question.signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return judgeNoConnection(parts, host, error);
  }
  const scene = { ...evidenceOf(parts, host), recipient: order.recipient.address, sender: order.sender };
  const judged = judgeOutcome(outcome, scene);
  // Even a rude answer shows that mail servers can be reached from here.
  await noteReached(parts.db, host, parts.now());
  if (!endedAtTheDoor(outcome)) return { kind: 'judged', judged };
  if (judged.finding.reason !== 'greylisted') await rest(parts, host, judged.finding.reason as RetryReason);
  return { kind: 'next', judged };
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

const AT_THE_DOOR: ReadonlySet<Step> = new Set(['greeting', 'hello', 'starttls', 'sender']);

function endedAtTheDoor(outcome: Outcome): boolean {
  return (outcome.kind === 'broke' || outcome.kind === 'turned-away') && AT_THE_DOOR.has(outcome.step);
}

// Whoever turned us away will do so for an hour, whatever address is asked for; the finding itself may wait longer.
const LONGEST_REST_SECONDS = 3600;

async function rest({ db, now }: HostParts, host: string, reason: RetryReason): Promise<void> {
  const seconds = Math.min(RETRY_AFTER[reason], LONGEST_REST_SECONDS);
  await noteRest(db, host, { reason, until: new Date(now().getTime() + seconds * 1000) });
}

async function judgeNoConnection(parts: HostParts, host: string, error: OutboundError): Promise<HostAnswer> {
  if (error.code === 'refused' || (error.code === 'dns' && !error.retryable)) return { kind: 'not-a-mail-host' };
  const reason = error.code === 'dns' ? 'dns-failed' : 'unreachable';
  if (reason === 'unreachable') await rest(parts, host, reason);
  return next(unknown(reason, { ...evidenceOf(parts, host), step: 'connect', text: error.message }));
}
