// Queues the checks for each mail host, by user, because our limits leave users different shares. One conversation serves several checks: those waiting when it has answered, and those
// that follow a moment later, like further guesses for one person. Another conversation starts next to it only if there are
// more checks than it may serve, or if they wait too long. So a slot, a connection and its encryption are shared.

import { operatorOf } from '../operators/operator-of.ts';
import type { PaceOf } from '../operators/pace.ts';
import type { Line } from '../smtp/converse.ts';
import type { Learned, Rest } from '../stores/mail-hosts.store.ts';
import { askHost, evidenceOf, type HostAnswer, next } from './ask-host.ts';
import type { HostParts, HostQuestion } from './host-question.ts';
import type { HostSlots, SlotLimits } from './host-slots.ts';
import { unknown } from './judge-outcome.ts';
import {
  createQueuedCheck,
  newSmtpQueue,
  type QueuedCheck,
  type SmtpQueue,
  take,
  takeAll,
  waitForCheck,
} from './smtp-queue.ts';

export interface SmtpQueueLimits extends SlotLimits {
  /** How long a conversation waits for another check. */
  holdMs: number;
  /** How long a check waits for existing conversations before another one starts. */
  joinMs: number;
}

export interface SmtpQueueParts extends HostParts {
  slots: HostSlots;
  paceOf: PaceOf;
  limits: HostParts['limits'] & SmtpQueueLimits;
}

export interface SmtpQueues {
  /** Throws only database errors, or the signal's reason. */
  ask(question: HostQuestion): Promise<HostAnswer>;
}

// A person has at most five guesses. Unknown recipients end a conversation sooner (operators/pace.ts).
const QUESTIONS_A_CONVERSATION = 5;

export function createSmtpQueues(parts: SmtpQueueParts): SmtpQueues {
  const queues = new Map<string, SmtpQueue>();

  const serve = async (queue: SmtpQueue): Promise<void> => {
    queue.serving += 1;
    const calling = new AbortController();
    queue.calling.add(calling);
    const talk: Conversation = { line: undefined, last: undefined };
    try {
      const end = await parts.slots.withSlot(
        queue.host,
        { signal: calling.signal, forUser: queue.forUser },
        (learned) => {
          queue.calling.delete(calling);
          return runConversation(parts, queue, { talk, learned });
        },
      );
      talk.last?.resolve();
      const answer = end && leftAlone(parts, queue.host, end.resting);
      if (answer) for (const one of takeAll(queue)) one.resolve(answer);
    } catch (error) {
      talk.last?.reject(error);
      if (!calling.signal.aborted) for (const one of takeAll(queue)) one.reject(error);
    }
    queue.calling.delete(calling);
    queue.serving -= 1;
    if (queue.waiting.length > 0) void serve(queue);
    else if (queue.serving === 0) queues.delete(keyOf(queue));
  };

  const serveMore = (queue: SmtpQueue): void => {
    if (queue.serving < parts.limits.atOnce) void serve(queue);
  };

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        question.signal?.throwIfAborted();
        const key = keyOf(question);
        const queue = queues.get(key) ?? newSmtpQueue(question);
        queues.set(key, queue);
        const waiting = createQueuedCheck(parts, queue, { ...question, resolve, reject, isAlone: false });
        queue.waiting.push(waiting);
        const [listener] = queue.listeners;
        if (listener) listener();
        else if (queue.waiting.length > queue.serving * QUESTIONS_A_CONVERSATION) serveMore(queue);
        else waiting.callAnother = setTimeout(serveMore, parts.limits.joinMs, queue);
      }),
  };
}

const keyOf = ({ host, forUser = '' }: Pick<HostQuestion, 'host' | 'forUser'>) => `${host} ${forUser}`;

interface Conversation {
  line: Line | undefined;
  /** The answer that ended it, delivered once all workers can see what it revealed about the host. */
  last: { resolve(): void; reject(reason: unknown): void } | undefined;
}

interface Serving {
  talk: Conversation;
  learned: Learned;
}

/** Runs one conversation for as many checks as it may serve. */
async function runConversation(parts: SmtpQueueParts, queue: SmtpQueue, serving: Serving): Promise<undefined> {
  const { talk, learned } = serving;
  const { unknownPerConnection } = parts.paceOf(operatorOf(queue.host));
  for (let count = 0; count < QUESTIONS_A_CONVERSATION; count++) {
    if (talk.line) await waitForCheck(queue, parts.limits.holdMs);
    if (talk.line && queue.waiting[0]?.isAlone) break;
    const question = take(queue);
    if (!question) break;
    const canContinue = await answer(parts, queue, { ...serving, question });
    if (!canContinue || countUnknown(learned) >= unknownPerConnection) break;
  }
  await talk.line?.close();
}

const countUnknown = ({ replies }: Learned) => replies.filter(({ judged }) => judged === 'no-such-mailbox').length;

/** Returns whether another check may follow. */
async function answer(
  parts: SmtpQueueParts,
  queue: SmtpQueue,
  { question, talk, learned }: Serving & { question: QueuedCheck },
): Promise<boolean> {
  const { line } = talk;
  talk.line = undefined;
  try {
    const reply = await askHost(parts, question, { line, learned });
    const { answer: hostAnswer, isCached = false } = reply;
    if (queue.waiting.length > 0 || parts.limits.holdMs > 0) talk.line = reply.line;
    else await reply.line?.close();
    if (hostAnswer === 'again') queue.waiting.unshift(createQueuedCheck(parts, queue, { ...question, isAlone: true }));
    else if (talk.line || isCached) question.resolve(hostAnswer);
    else talk.last = { resolve: () => question.resolve(hostAnswer), reject: question.reject };
    return talk.line !== undefined || isCached;
  } catch (error) {
    await line?.close();
    talk.last = { resolve: () => question.reject(error), reject: question.reject };
    return false;
  }
}

function leftAlone(parts: HostParts, host: string, { reason, until }: Rest): HostAnswer {
  const seconds = Math.ceil((until.getTime() - parts.now().getTime()) / 1000);
  const text = `left alone until ${until.toISOString()}`;
  const finding = unknown(reason, { ...evidenceOf(parts, host), text }, Math.max(1, seconds));
  // Another host of the domain would only be a way around our own limit.
  return reason === 'capped' ? { kind: 'judged', finding } : next(finding);
}
