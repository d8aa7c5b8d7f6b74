// Questions for mail hosts wait here for a conversation. One conversation serves several: those that wait when it has
// answered, and those that come a moment later, as the further guesses for one person do. Another is begun beside it only
// for more questions than it may serve, or when it lets them wait. So a host is called less often, and a place at it, a
// connection and its encryption are paid for once.

import { operatorOf } from '../operators/operator-of.ts';
import type { PaceOf } from '../operators/pace.ts';
import type { Line } from '../smtp/converse.ts';
import type { Learnt, Rest } from '../stores/mail-hosts.store.ts';
import { askHost, evidenceOf, type HostAnswer, type HostParts, type HostQuestion, next } from './ask-host.ts';
import type { HostPlaces, PlaceLimits } from './host-places.ts';
import { unknown } from './judge-outcome.ts';
import {
  createQueuedCheck,
  type Desk,
  newDesk,
  type QueuedCheck,
  take,
  takeAll,
  waitForCheck,
} from './waiting-line.ts';

export interface DeskLimits extends PlaceLimits {
  /** How long a conversation waits for a further question. */
  holdMs: number;
  /** How long a question waits for the conversations there are before another is begun for it. */
  joinMs: number;
}

export interface DeskParts extends HostParts {
  places: HostPlaces;
  paceOf: PaceOf;
  limits: HostParts['limits'] & DeskLimits;
}

export interface HostDesk {
  /** Throws only what the database throws, or the signal's reason. */
  ask(question: HostQuestion): Promise<HostAnswer>;
}

// A person has five guesses at most. Unknown recipients end a conversation sooner (operators/pace.ts).
const QUESTIONS_A_CONVERSATION = 5;

export function createHostDesk(parts: DeskParts): HostDesk {
  const desks = new Map<string, Desk>();

  const serve = async (desk: Desk): Promise<void> => {
    desk.serving += 1;
    const calling = new AbortController();
    desk.calling.add(calling);
    const talk: Conversation = { line: undefined, last: undefined };
    try {
      const end = await parts.places.withPlace(desk.host, calling.signal, (learnt) => {
        desk.calling.delete(calling);
        return workOff(parts, desk, { talk, learnt });
      });
      talk.last?.resolve();
      const answer = end && leftAlone(parts, desk.host, end.resting);
      if (answer) for (const one of takeAll(desk)) one.resolve(answer);
    } catch (error) {
      talk.last?.reject(error);
      if (!calling.signal.aborted) for (const one of takeAll(desk)) one.reject(error);
    }
    desk.calling.delete(calling);
    desk.serving -= 1;
    if (desk.waiting.length > 0) void serve(desk);
    else if (desk.serving === 0) desks.delete(desk.host);
  };

  const serveMore = (desk: Desk): void => {
    if (desk.serving < parts.limits.atOnce) void serve(desk);
  };

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        question.signal?.throwIfAborted();
        const { host } = question;
        const desk = desks.get(host) ?? newDesk(host);
        desks.set(host, desk);
        const waiting = createQueuedCheck(parts, desk, { ...question, resolve, reject, isAlone: false });
        desk.waiting.push(waiting);
        const [listener] = desk.listeners;
        if (listener) listener();
        else if (desk.waiting.length > desk.serving * QUESTIONS_A_CONVERSATION) serveMore(desk);
        else waiting.callAnother = setTimeout(serveMore, parts.limits.joinMs, desk);
      }),
  };
}

interface Conversation {
  line: Line | undefined;
  /** The answer with which it ended: told when what it showed of the host is known to all workers. */
  last: { resolve(): void; reject(reason: unknown): void } | undefined;
}

interface Serving {
  talk: Conversation;
  learnt: Learnt;
}

/** One conversation, for as many questions as it may serve. */
async function workOff(parts: DeskParts, desk: Desk, serving: Serving): Promise<undefined> {
  const { talk, learnt } = serving;
  const { unknownPerConnection } = parts.paceOf(operatorOf(desk.host));
  for (let asked = 0; asked < QUESTIONS_A_CONVERSATION; asked++) {
    if (talk.line) await waitForCheck(desk, parts.limits.holdMs);
    if (talk.line && desk.waiting[0]?.isAlone) break;
    const question = take(desk);
    if (!question) break;
    const goesOn = await answer(parts, desk, { ...serving, question });
    if (!goesOn || countUnknown(learnt) >= unknownPerConnection) break;
  }
  await talk.line?.close();
}

const countUnknown = ({ replies }: Learnt) => replies.filter(({ judged }) => judged === 'no-such-mailbox').length;

/** Whether another question may follow. */
async function answer(
  parts: DeskParts,
  desk: Desk,
  { question, talk, learnt }: Serving & { question: QueuedCheck },
): Promise<boolean> {
  const { line } = talk;
  talk.line = undefined;
  try {
    const asked = await askHost(parts, question, { line, learnt });
    const { answer: told, isRemembered = false } = asked;
    if (desk.waiting.length > 0 || parts.limits.holdMs > 0) talk.line = asked.line;
    else await asked.line?.close();
    if (told === 'again') desk.waiting.unshift(createQueuedCheck(parts, desk, { ...question, isAlone: true }));
    else if (talk.line || isRemembered) question.resolve(told);
    else talk.last = { resolve: () => question.resolve(told), reject: question.reject };
    return talk.line !== undefined || isRemembered;
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
