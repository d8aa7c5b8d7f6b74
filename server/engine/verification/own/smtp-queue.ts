// The checks of one user that wait for a conversation with one mail host, and how they stop waiting.

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
  /** Stops its timeout: it is being asked, or has been answered. */
  leave(): void;
  /** Must be the first check of a conversation. */
  isAlone: boolean;
  /** Starts another conversation if it is still waiting by then. */
  callAnother?: NodeJS.Timeout;
}

export interface SmtpQueue {
  host: string;
  forUser: string | undefined;
  waiting: QueuedCheck[];
  /** Conversations that are open or waiting for a slot. */
  serving: number;
  /** Those waiting for a slot. */
  calling: Set<AbortController>;
  /** Wakes conversations that wait for another check. */
  listeners: Set<() => void>;
}

const nothingQueued = new Error('no check is queued');
const checkQueued = new Error('a check was queued');

export function newSmtpQueue({ host, forUser }: Pick<HostQuestion, 'host' | 'forUser'>): SmtpQueue {
  return { host, forUser, waiting: [], serving: 0, calling: new Set(), listeners: new Set() };
}

/** A check that gives up after waiting too long, or when its caller aborts. */
export function createQueuedCheck(parts: Parts, queue: SmtpQueue, question: Omit<QueuedCheck, 'leave'>): QueuedCheck {
  const { signal } = question;
  const giveUp = (end: () => void) => {
    queue.waiting = queue.waiting.filter((one) => one !== waiting);
    waiting.leave();
    cancelUnneededSlots(queue);
    end();
  };
  const stop = () => giveUp(() => question.reject(signal?.reason));
  const timer = setTimeout(() => giveUp(() => question.resolve(busy(parts, queue.host))), parts.limits.waitMs);
  signal?.addEventListener('abort', stop, { once: true });
  const leave = () => {
    clearTimeout(timer);
    clearTimeout(waiting.callAnother);
    signal?.removeEventListener('abort', stop);
  };
  const waiting: QueuedCheck = { ...question, leave };
  return waiting;
}

/** When no check is waiting, no slot is needed. */
function cancelUnneededSlots(queue: SmtpQueue): void {
  if (queue.waiting.length === 0) for (const calling of queue.calling) calling.abort(nothingQueued);
}

/** Takes all waiting checks. */
export function takeAll(queue: SmtpQueue): QueuedCheck[] {
  const all = queue.waiting.splice(0);
  for (const one of all) one.leave();
  return all;
}

/** Takes the check that has waited longest. */
export function take(queue: SmtpQueue): QueuedCheck | undefined {
  const first = queue.waiting.shift();
  first?.leave();
  cancelUnneededSlots(queue);
  return first;
}

/** Resolves when a check is waiting, or after this time. */
export async function waitForCheck(queue: SmtpQueue, holdMs: number): Promise<void> {
  if (queue.waiting.length > 0) return;
  const queued = new AbortController();
  const listener = () => {
    queue.listeners.delete(listener);
    queued.abort(checkQueued);
  };
  queue.listeners.add(listener);
  await wait(holdMs, undefined, { signal: queued.signal, ref: false }).catch(() => undefined);
  queue.listeners.delete(listener);
}

function busy(parts: Parts, host: string): HostAnswer {
  // Spread out, so that the callers don't all come back at once.
  const pause = RETRY_AFTER.busy + randomInt(RETRY_AFTER.busy);
  return { kind: 'judged', finding: unknown('busy', evidenceOf(parts, host), pause) };
}
