// Turns what a mail server said into a verdict. Pure. The main rule: what may be our fault is never the address's.

import type { MailOperator } from '../operators/mail-operators.ts';
import { classifyEarlyRefusal, classifyRefusal, type RefusalClass, requestedPause } from '../smtp/classify-reply.ts';
import { isGood, type Outcome } from '../smtp/converse.ts';
import { plainText, type Reply } from '../smtp/reply.ts';
import type { Evidence, Finding, RetryReason } from '../verification.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** When a retry makes sense. Greylisting servers wait five minutes by default (Postgrey). */
export const RETRY_AFTER: Record<RetryReason, number> = {
  greylisted: 5 * MINUTE,
  'dns-failed': 5 * MINUTE,
  pending: MINUTE,
  busy: MINUTE,
  capped: HOUR,
  deferred: 15 * MINUTE,
  'catch-all-unverified': 15 * MINUTE,
  unreachable: 15 * MINUTE,
  'no-answer': 30 * MINUTE,
  'bad-conversation': 30 * MINUTE,
  'port-closed': 15 * MINUTE,
  blocked: 6 * HOUR,
  refused: 24 * HOUR,
  'mailbox-full': 24 * HOUR,
};
const LONGEST_REQUESTED_PAUSE = HOUR;

export interface Judged {
  finding: Finding;
  /** What was learned about the whole domain. */
  catchAll?: boolean;
}

export interface CheckContext {
  at: string;
  mxHost: string;
  recipient: string;
  sender: string;
  operator: MailOperator;
}

/** `random`: the outcome for an address that cannot exist, if we asked about one. Never throws. */
export function judgeOutcome(outcome: Outcome, context: CheckContext, random?: Outcome): Judged {
  const base = { at: context.at, mxHost: context.mxHost, tls: outcome.tls };
  switch (outcome.kind) {
    case 'no-unicode':
      return { finding: { verdict: 'invalid', reason: 'unicode-not-taken', evidence: { ...base, step: 'hello' } } };
    case 'broke':
      return judgeBreak(outcome, base);
    case 'turned-away': {
      const evidence = { ...base, step: outcome.step, ...said(outcome.reply, context) };
      return { finding: refusal(classifyEarlyRefusal(outcome.reply), outcome.reply, evidence) };
    }
    case 'answered':
      return judgeAnswer(outcome.reply, { base, context, random });
  }
}

const FAULT_TEXT = {
  closed: 'the server closed the connection',
  timeout: 'the server did not answer in time',
  garbage: 'the server does not speak SMTP',
  'too-much': 'the server sends data without end',
  tls: 'no encrypted connection could be made',
};

function judgeBreak({ step, fault }: Extract<Outcome, { kind: 'broke' }>, base: Evidence): Judged {
  const evidence = { ...base, step, text: FAULT_TEXT[fault] };
  return { finding: unknown(fault === 'timeout' ? 'no-answer' : 'bad-conversation', evidence) };
}

interface Answered {
  base: Evidence;
  context: CheckContext;
  random: Outcome | undefined;
}

function judgeAnswer(reply: Reply, { base, context, random }: Answered): Judged {
  const evidence: Evidence = { ...base, step: 'recipient', ...said(reply, context) };
  if (!isGood(reply)) {
    const kind = reply.code < 400 ? undefined : classifyAt(reply, context);
    return { finding: kind ? refusal(kind, reply, evidence) : unknown('bad-conversation', evidence) };
  }
  // "Cannot verify, but will try": such a server never says more.
  if (reply.code === 252) return { finding: refusesChecks('accepts-unseen', evidence) };
  // Not asked: the domain is known to reject addresses that cannot exist.
  if (random === undefined) return { finding: { verdict: 'valid', reason: 'accepted', evidence } };
  return judgeRandom(random, evidence, context);
}

/** Such as "Recipient address rejected: Access denied". */
const RECIPIENT_REFUSED =
  /(?:recipient|address|mailbox|user)[\w ]* (?:rejected|refused|denied|not (?:accepted|allowed|permitted))/i;

/** A refusal that may be for our server, the number of recipients or a command rather than for the recipient. */
export function isUnclear(reply: Reply, context: CheckContext): boolean {
  if (reply.code < 500 || classifyAt(reply, context) !== 'refused') return false;
  // Without a reason, 550 is about the mailbox (RFC 5321).
  const isForRecipient = (reply.code === 550 && reply.enhanced === '') || RECIPIENT_REFUSED.test(plainText(reply));
  return reply.code < 550 || !isForRecipient;
}

// If one is flatly refused and the other accepted, the server distinguishes them, whatever its words; unless it is about us.
const DISTINGUISHING: ReadonlySet<RefusalClass> = new Set(['no-such-mailbox', 'refused']);

function judgeRandom(random: Outcome, accepted: Evidence, context: CheckContext): Judged {
  // Only a reply to the recipient counts; everything before it was about us.
  if (random.kind !== 'answered') return { finding: unknown('catch-all-unverified', accepted) };
  const { reply } = random;
  const evidence = { ...accepted, probe: { code: reply.code, text: plainText(reply) } };
  if (isGood(reply)) return { finding: ofCatchAll(context.operator, evidence), catchAll: true };
  const aboutRandom = { ...context, recipient: context.recipient.slice(context.recipient.lastIndexOf('@')) };
  const refusal = classifyAt(reply, aboutRandom);
  // With a permanent code, "try again later" is a refusal, too.
  const isRefused = DISTINGUISHING.has(refusal) || (refusal === 'deferred' && reply.code >= 500);
  if (reply.code >= 400 && isRefused && !isUnclear(reply, aboutRandom)) {
    return { finding: { verdict: 'valid', reason: 'accepted', evidence }, catchAll: false };
  }
  return { finding: unknown('catch-all-unverified', evidence, pauseOf(reply)) };
}

/** What a catch-all domain's answer means for one address: a gateway that does not check is not a catch-all. */
export function ofCatchAll({ accepted }: MailOperator, evidence: Evidence): Finding {
  if (accepted !== undefined) return refusesChecks('accepts-unseen', evidence);
  return { verdict: 'catch_all', reason: 'accepts-everything', evidence };
}

/** Asking this server would reveal nothing. */
export const refusesChecks = (reason: 'accepts-unseen' | 'not-asked', evidence: Evidence): Finding => ({
  verdict: 'refuses_checks',
  reason,
  evidence,
});

const classifyAt = (reply: Reply, { recipient, sender, operator }: CheckContext) =>
  classifyRefusal(reply, { recipient, sender, rules: operator.rules });

function refusal(kind: RefusalClass, reply: Reply, evidence: Evidence): Finding {
  if (kind === 'no-such-mailbox' || kind === 'domain-not-served') return { verdict: 'invalid', reason: kind, evidence };
  return unknown(kind, evidence, kind === 'greylisted' ? pauseOf(reply) : undefined);
}

// Here the server was asked about the mailbox and said something about it.
const LOOKED: ReadonlySet<RetryReason> = new Set(['mailbox-full', 'catch-all-unverified']);

/** An 'unknown' finding with the time after which to retry. */
export function unknown(reason: RetryReason, evidence: Evidence, pause?: number): Finding {
  const couldNotLook = !LOOKED.has(reason) || undefined;
  return { verdict: 'unknown', reason, evidence, couldNotLook, retryAfterSeconds: pause ?? RETRY_AFTER[reason] };
}

// One second more than requested, because the server's clock started when it had answered.
function pauseOf(reply: Reply): number | undefined {
  const asked = requestedPause(reply);
  return asked === undefined ? undefined : Math.min(asked, LONGEST_REQUESTED_PAUSE) + 1;
}

const said = (reply: Reply, { recipient }: CheckContext) => ({ code: reply.code, text: plainText(reply, recipient) });

/** Whether a refusal may pass if the same recipient is named again later. */
export function isGreylisted(reply: Reply, context: CheckContext): boolean {
  if (reply.code < 400 || reply.code === 421) return false;
  const kind = classifyAt(reply, context);
  return kind === 'greylisted' || kind === 'deferred';
}

/** Whether the answer concerns only the mailbox, so that another check can follow in the same conversation. */
export function isAboutMailbox(outcome: Outcome, context: CheckContext): boolean {
  if (outcome.kind !== 'answered' || outcome.reply.code === 421) return false;
  return (
    isGood(outcome.reply) || (outcome.reply.code >= 400 && classifyAt(outcome.reply, context) === 'no-such-mailbox')
  );
}
