// The questions that wait for conversations with one mail host, and how they stop waiting.

import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { evidenceOf, type HostAnswer } from './ask-host.ts';
import type { HostParts, HostQuestion } from './host-question.ts';
import type { SlotLimits } from './host-slots.ts';
import { RETRY_AFTER, unknown } from './judge-outcome.ts';

type Parts = Pick<HostParts, 'now'> & { limits: Pick<SlotLimits, 'waitMs'> };

export interface QueuedCheck extends HostQuestion {
  resolve(answer: HostAnswer): void;
  reject(reason: unknown): void;
  /** Ends its patience: it is being asked, or has been answered. */
  leave(): void;
  /** Only as the first question of a conversation. */
  isAlone: boolean;
  /** Begins another conversation, should it still wait by then. */
  callAnother?: NodeJS.Timeout;
}

export interface SmtpQueue {
  host: string;
  waiting: QueuedCheck[];
  /** How many conversations there are or wait for a place. */
  serving: number;
  /** Those that wait for a place. */
  calling: Set<AbortController>;
  /** Wakes the conversations that wait for a further question. */
  listeners: Set<() => void>;
}

const nothingQueued = new Error('nobody asks any more');
const checkQueued = new Error('there is a question');

export function newSmtpQueue(host: string): SmtpQueue {
  return { host, waiting: [], serving: 0, calling: new Set(), listeners: new Set() };
}

/** A question that gives up when it has waited for too long, or its asker is gone. */
export function createQueuedCheck(parts: Parts, queue: SmtpQueue, question: Omit<QueuedCheck, 'leave'>): QueuedCheck {
  const { signal } = question;
  const giveUp = (end: () => void) => {
    queue.waiting = queue.waiting.filter((one) => one !== waiting);
    waiting.leave();
    cancelUnneededSlots(queue);
    end();
  };
  const stop = () => giveUp(() => question.reject(signal?.reason));
  const patience = setTimeout(() => giveUp(() => question.resolve(busy(parts, queue.host))), parts.limits.waitMs);
  signal?.addEventListener('abort', stop, { once: true });
  const leave = () => {
    clearTimeout(patience);
    clearTimeout(waiting.callAnother);
    signal?.removeEventListener('abort', stop);
  };
  const waiting: QueuedCheck = { ...question, leave };
  return waiting;
}

/** When nobody waits, nobody needs a place. */
function cancelUnneededSlots(queue: SmtpQueue): void {
  if (queue.waiting.length === 0) for (const calling of queue.calling) calling.abort(nothingQueued);
}

/** Everybody who waits. */
export function takeAll(queue: SmtpQueue): QueuedCheck[] {
  const all = queue.waiting.splice(0);
  for (const one of all) one.leave();
  return all;
}

/** Whoever waits longest. */
export function take(queue: SmtpQueue): QueuedCheck | undefined {
  const first = queue.waiting.shift();
  first?.leave();
  cancelUnneededSlots(queue);
  return first;
}

/** Ends when somebody waits, or after this time. */
export async function waitForCheck(queue: SmtpQueue, holdMs: number): Promise<void> {
  if (queue.waiting.length > 0) return;
  const asked = new AbortController();
  const listener = () => {
    queue.listeners.delete(listener);
    asked.abort(checkQueued);
  };
  queue.listeners.add(listener);
  await wait(holdMs, undefined, { signal: asked.signal, ref: false }).catch(() => undefined);
  queue.listeners.delete(listener);
}

function busy(parts: Parts, host: string): HostAnswer {
  // Spread out, or all who wait come back together.
  const pause = RETRY_AFTER.busy + randomInt(RETRY_AFTER.busy);
  return { kind: 'judged', finding: unknown('busy', evidenceOf(parts, host), pause) };
}
