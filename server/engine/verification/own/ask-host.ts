// Asks one mail host about an address, in an open conversation or a new one, and records how the host itself behaved.
// smtp-queues.ts decides who may talk to it and when.

import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { MailOperator } from '../operators/mail-operators.ts';
import { operatorOf } from '../operators/operator-of.ts';
import type { Line, Outcome, Step } from '../smtp/converse.ts';
import type { Learned, Rest } from '../stores/mail-hosts.store.ts';
import type { Finding, RetryReason } from '../verification.ts';
import { askRandom } from './ask-random.ts';
import type { HostParts, HostQuestion } from './host-question.ts';
import { isAboutMailbox, type Judged, judgeOutcome, ofCatchAll, RETRY_AFTER, unknown } from './judge-outcome.ts';
import { readReply } from './read-reply.ts';
import { type Talked, talk, talkFurther } from './talk.ts';

/** `not-a-mail-host`: no such name, or not on the public internet. `next`: another host of the domain may tell more. */
export type HostAnswer = { kind: 'not-a-mail-host' } | { kind: 'judged' | 'next'; finding: Finding };

export interface HostReply {
  /** 'again': earlier checks in the same conversation may have influenced the answer, so ask again in a new one. */
  answer: HostAnswer | 'again';
  /** The conversation, if another check may follow in it. */
  line?: Line;
  /** Answered from the cache. */
  isCached?: true;
}

export const evidenceOf = ({ now }: Pick<HostParts, 'now'>, mxHost: string) => ({ at: now().toISOString(), mxHost });
export const next = (finding: Finding): HostAnswer => ({ kind: 'next', finding });

/** Asks in `line`, or in a new conversation. Throws only errors that aren't the host's fault, or the signal's reason. */
export async function askHost(
  parts: HostParts,
  question: HostQuestion,
  { line, learned }: { line: Line | undefined; learned: Learned },
): Promise<HostReply> {
  const operator = operatorOf(question.host);
  const known = parts.domainCache.cached(question.order.recipient.domain);
  if (known?.catchAll) {
    const answer: HostAnswer = { kind: 'judged', finding: ofCatchAll(operator, known.evidence) };
    return { answer, line, isCached: true };
  }
  const adjusted = known && !question.isBackup ? { ...question, random: undefined } : question;
  try {
    return await talkAndLearn(parts, adjusted, { line, learned, operator });
  } catch (error) {
    question.signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return { answer: judgeNoConnection(parts, { host: question.host, error, learned }) };
  }
}

interface Setting {
  line: Line | undefined;
  learned: Learned;
  operator: MailOperator;
}

async function talkAndLearn(parts: HostParts, question: HostQuestion, setting: Setting): Promise<HostReply> {
  const { host, order } = question;
  const { line, learned, operator } = setting;
  const context = { ...evidenceOf(parts, host), recipient: order.recipient.address, sender: order.sender, operator };
  const note = noteReplies(parts, question, setting);
  const first = line ? await talkFurther(question, line) : await talk(parts, question);
  const isWelcome = await note(first, 'recipient');
  if (line && isWelcome && !isAboutMailbox(first.outcome, context)) {
    await line.close();
    return { answer: 'again' };
  }
  const random = isWelcome ? await askRandom(parts, question, { first, context }) : undefined;
  const isStillWelcome = isWelcome && (random === undefined || (await note(random, 'random')));
  const isPlain = [first, random].every((one) => one === undefined || isAboutMailbox(one.outcome, context));
  const used = (random ?? first).line;
  const canContinue = isPlain && isStillWelcome && !operator.isOnePerConnection;
  if (!canContinue) await used.close();
  const { finding, catchAll } = unlessBackup(question, judgeOutcome(first.outcome, context, random?.outcome));
  const isEarly = endedBeforeRecipient(first.outcome);
  const isResting = isEarly && finding.reason !== 'greylisted';
  const rest = isResting ? restFor(parts, finding.reason as RetryReason) : undefined;
  // Even a rude answer shows that we can reach mail servers from here.
  learned.host = { name: host, reachedAt: parts.now(), rest };
  if (catchAll !== undefined) {
    const expiresAt = new Date(parts.now().getTime() + CATCH_ALL_MS);
    learned.domains.set(order.recipient.domain, { catchAll, evidence: finding.evidence, expiresAt });
  }
  parts.domainCache.learn(learned);
  const kind = isEarly || finding.reason === 'domain-not-served' ? 'next' : 'judged';
  return { answer: { kind, finding }, line: canContinue ? used : undefined };
}

/** A backup server stores whatever it gets, so a random address that it accepts says nothing about the domain. */
function unlessBackup({ isBackup }: HostQuestion, judged: Judged): Judged {
  if (!isBackup || !judged.catchAll) return judged;
  return { finding: unknown('catch-all-unverified', judged.finding.evidence) };
}

/** Records a reply and returns whether the operator still accepts us. If not, all workers leave it alone. */
function noteReplies(parts: HostParts, question: HostQuestion, { line: further, learned, operator }: Setting) {
  return async ({ outcome, line }: Talked, stage: 'recipient' | 'random'): Promise<boolean> => {
    const { host, random, order } = question;
    const { address: recipient } = stage === 'random' && random ? random : order.recipient;
    const at = parts.now();
    const isFurther = further !== undefined;
    const seen = readReply(outcome, { at, mxHost: host, operator, stage, recipient, sender: order.sender, isFurther });
    if (seen === undefined) return true;
    learned.replies.push({ ...seen.raw, forUser: question.forUser });
    if (seen.restSeconds === undefined) return true;
    const until = new Date(at.getTime() + seen.restSeconds * 1000);
    const isNew = await parts
      .restOperator({ reason: 'blocked', until, because: seen.raw })
      .catch((error: unknown) => line.close().then(() => Promise.reject(error)));
    const { operator: name, code, reply } = seen.raw;
    if (isNew) question.log.warn({ operator: name, mxHost: host, code, reply, until }, RESTS);
    return false;
  };
}

const RESTS = 'a mail operator refuses this server; its mailboxes are not checked until then (docs/operating.md)';

const CATCH_ALL_MS = 14 * 24 * 3600 * 1000;
const BEFORE_RECIPIENT: ReadonlySet<Step> = new Set(['greeting', 'hello', 'starttls', 'sender']);

function endedBeforeRecipient(outcome: Outcome): boolean {
  return (outcome.kind === 'broke' || outcome.kind === 'turned-away') && BEFORE_RECIPIENT.has(outcome.step);
}

// A host that turned us away will do so for an hour, whatever the address; the finding itself may wait longer.
const LONGEST_REST_SECONDS = 3600;

function restFor({ now }: HostParts, reason: RetryReason): Rest {
  const seconds = Math.min(RETRY_AFTER[reason], LONGEST_REST_SECONDS);
  return { reason, until: new Date(now().getTime() + seconds * 1000) };
}

interface Failure {
  host: string;
  error: OutboundError;
  learned: Learned;
}

function judgeNoConnection(parts: HostParts, { host, error, learned }: Failure): HostAnswer {
  const isRefused = error.code === 'refused';
  if ((isRefused || error.code === 'dns') && !error.retryable) return { kind: 'not-a-mail-host' };
  const reason = error.code === 'dns' ? 'dns-failed' : 'unreachable';
  // Nobody was asked, so it does not count as a silent host.
  if (reason === 'unreachable' && !isRefused) learned.host = { name: host, rest: restFor(parts, reason) };
  return next(unknown(reason, { ...evidenceOf(parts, host), step: 'connect', text: error.message }));
}
