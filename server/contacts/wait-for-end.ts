// Lets a request wait for a job that may run in another process: checks on every notice about the campaign, and once a second
// in case one was lost. Costs a subscription and a small query; holds no connection meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';

/** A notice may be lost with its connection. */
const POLL_MS = 1_000;
/** A busy campaign sends many notices. */
const BREATH_MS = 50;

/** Further requests of the same user don't wait; they get "still running" at once. */
const WAITING_AT_ONCE = 30;
const waiting = new Map<string, number>();

export interface Waiting {
  userId: string;
  campaignId: string;
  ms: number;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
}

/** Returns the first result of `look` that is not undefined, or undefined on timeout. Rejects if `look` does. */
export async function waitForEnd<T>(
  { live }: Pick<Context, 'live'>,
  { userId, campaignId, ms, signal }: Waiting,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const already = waiting.get(userId) ?? 0;
  if (already >= WAITING_AT_ONCE) return look();
  waiting.set(userId, already + 1);
  const until = performance.now() + ms;
  let hasNotice = false;
  let wake = () => {};
  const unsubscribe = live.subscribe(userId, undefined, ({ topic, subject }) => {
    if (subject !== campaignId && topic !== 'resync') return;
    hasNotice = true;
    wake();
  });
  try {
    for (;;) {
      hasNotice = false;
      const found = await look();
      const left = until - performance.now();
      if (found !== undefined || left <= 0 || signal?.aborted) return found;
      await sleep(Math.min(left, BREATH_MS));
      if (!hasNotice) await pause(Math.min(left, POLL_MS), (stop) => (wake = stop));
    }
  } finally {
    unsubscribe();
    const left = (waiting.get(userId) ?? 1) - 1;
    if (left > 0) waiting.set(userId, left);
    else waiting.delete(userId);
  }
}

/** Resolves after this time, or when the callback passed to `handOver` is called. */
async function pause(ms: number, handOver: (stop: () => void) => void): Promise<void> {
  const cut = new AbortController();
  handOver(() => cut.abort());
  await sleep(ms, undefined, { signal: cut.signal }).catch(() => undefined);
}
