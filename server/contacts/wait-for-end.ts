// Lets a request wait for a job that may run in another process: looks whenever a notice of the campaign comes, and now
// and then without one. Costs a subscription and a small query; nothing is held meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';

/** A notice may be lost with its connection. */
const POLL_MS = 1_000;
/** A busy campaign sends many notices. */
const BREATH_MS = 50;

/** More requests of one user do not wait: they are told that it goes on. */
const WAITING_AT_ONCE = 30;
const waiting = new Map<string, number>();

export interface Waiting {
  userId: string;
  campaignId: string;
  ms: number;
  /** The caller has gone. */
  signal?: AbortSignal | undefined;
}

/** The first answer of `look` that is not undefined, or undefined when the time is over. Rejects as `look` does. */
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

/** Ends after this time, or when what it hands over is called. */
async function pause(ms: number, handOver: (stop: () => void) => void): Promise<void> {
  const cut = new AbortController();
  handOver(() => cut.abort());
  await sleep(ms, undefined, { signal: cut.signal }).catch(() => undefined);
}
