// From what a mail server said to a verdict. Pure; the one rule above all: what may be our fault is never the address's.

import { askedPause, classifyEarlyRefusal, classifyRefusal, type RefusalClass } from '../smtp/classify-reply.ts';
import type { Outcome } from '../smtp/converse.ts';
import { plainText, type Reply } from '../smtp/reply.ts';
import type { Evidence, Finding, RetryReason } from '../verification.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** When asking again makes sense. Greylisting servers wait for five minutes by default (Postgrey). */
export const RETRY_AFTER: Record<RetryReason, number> = {
  greylisted: 5 * MINUTE,
  'dns-failed': 5 * MINUTE,
  busy: MINUTE,
  deferred: 15 * MINUTE,
  'catch-all-untold': 15 * MINUTE,
  unreachable: 15 * MINUTE,
  'no-answer': 30 * MINUTE,
  'bad-conversation': 30 * MINUTE,
  'port-closed': 15 * MINUTE,
  blocked: 6 * HOUR,
  refused: 24 * HOUR,
  'mailbox-full': 24 * HOUR,
};
const LONGEST_ASKED_PAUSE = HOUR;

export interface Judged {
  finding: Finding;
  /** What was learnt about the whole domain. */
  catchAll?: boolean;
}

export interface Scene {
  at: string;
  mxHost: string;
  recipient: string;
  sender: string;
}

/** Anything unknown says so with its reason; never throws. */
export function judgeOutcome(outcome: Outcome, scene: Scene): Judged {
  const base = { at: scene.at, mxHost: scene.mxHost, tls: outcome.tls };
  switch (outcome.kind) {
    case 'no-unicode':
      return { finding: { verdict: 'invalid', reason: 'unicode-not-taken', evidence: { ...base, step: 'hello' } } };
    case 'broke':
      return judgeBreak(outcome, base);
    case 'turned-away': {
      const evidence = { ...base, step: outcome.step, ...said(outcome.reply, scene) };
      return { finding: refusal(classifyEarlyRefusal(outcome.reply), outcome.reply, evidence) };
    }
    case 'answered':
      return judgeAnswer(outcome, base, scene);
  }
}

const FAULT_TEXT = {
  closed: 'the server closed the connection',
  timeout: 'the server did not answer in time',
  garbage: 'the server does not speak as mail servers do',
  'too-much': 'the server writes without end',
  tls: 'no encrypted connection could be made',
};

function judgeBreak({ step, fault }: Extract<Outcome, { kind: 'broke' }>, base: Evidence): Judged {
  const evidence = { ...base, step, text: FAULT_TEXT[fault] };
  if (step === 'probe') return { finding: unknown('catch-all-untold', evidence) };
  return { finding: unknown(fault === 'timeout' ? 'no-answer' : 'bad-conversation', evidence) };
}

function judgeAnswer(outcome: Extract<Outcome, { kind: 'answered' }>, base: Evidence, scene: Scene): Judged {
  const { recipient, probe } = outcome;
  const evidence: Evidence = { ...base, step: 'recipient', ...said(recipient, scene) };
  if (!isGood(recipient)) {
    const kind = recipient.code < 400 ? undefined : classifyRefusal(recipient, scene);
    return { finding: kind ? refusal(kind, recipient, evidence) : unknown('bad-conversation', evidence) };
  }
  // Not asked: the domain is known to refuse addresses that cannot exist.
  if (probe === undefined) return { finding: { verdict: 'valid', reason: 'accepted', evidence } };
  return judgeProbe(probe, { ...evidence, probe: { code: probe.code, text: plainText(probe) } }, scene);
}

// A flat refusal of the one while the other is accepted tells them apart, whatever words it uses; unless it is about us.
const TELLS_APART: ReadonlySet<RefusalClass> = new Set(['no-such-mailbox', 'refused']);

function judgeProbe(probe: Reply, evidence: Evidence, { sender }: Scene): Judged {
  if (isGood(probe)) {
    return { finding: { verdict: 'catch_all', reason: 'accepts-everything', evidence }, catchAll: true };
  }
  if (probe.code >= 400 && TELLS_APART.has(classifyRefusal(probe, { recipient: '', sender }))) {
    return { finding: { verdict: 'valid', reason: 'accepted', evidence }, catchAll: false };
  }
  return { finding: unknown('catch-all-untold', evidence, pauseOf(probe)) };
}

function refusal(kind: RefusalClass, reply: Reply, evidence: Evidence): Finding {
  if (kind === 'no-such-mailbox' || kind === 'domain-not-served') return { verdict: 'invalid', reason: kind, evidence };
  return unknown(kind, evidence, kind === 'greylisted' ? pauseOf(reply) : undefined);
}

// Here the server was asked about the mailbox and has said something about it.
const LOOKED: ReadonlySet<RetryReason> = new Set(['mailbox-full', 'catch-all-untold']);

/** A finding that tells nothing yet, with the time after which to ask again. */
export function unknown(reason: RetryReason, evidence: Evidence, pause?: number): Finding {
  return {
    verdict: 'unknown',
    reason,
    evidence,
    ...(LOOKED.has(reason) ? {} : { couldNotLook: true }),
    retryAfterSeconds: pause ?? RETRY_AFTER[reason],
  };
}

// A second more than asked for: the servers' clocks count from when they had answered.
function pauseOf(reply: Reply): number | undefined {
  const asked = askedPause(reply);
  return asked === undefined ? undefined : Math.min(asked, LONGEST_ASKED_PAUSE) + 1;
}

const isGood = ({ code }: Reply) => code >= 200 && code < 300;
const said = (reply: Reply, { recipient }: Scene) => ({ code: reply.code, text: plainText(reply, recipient) });
