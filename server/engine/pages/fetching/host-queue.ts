// One request at a time per host, with a pause in between, and none while a host rests. Hosts don't wait for each other. With
// `shared`, all processes observe the same pauses and rests.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Wait } from '../fetch-outcome.ts';
import type { HostState, SharedHosts } from './page-hosts.store.ts';

export interface HostQueue {
  /**
   * Runs the task when it is its turn. The task must check `restOf` first: another process may have been told to wait. Throws
   * what the task throws, database errors, or the signal's reason while waiting.
   */
  run<Result>(host: string, task: () => Promise<Result>, options?: TurnOptions): Promise<Result>;
  /** Undefined when the host may be contacted now. */
  restOf(host: string): Rest | undefined;
  /** The host is busy (429, 503): it rests for as long as it says, otherwise ever longer. Returns the rest. */
  refused(host: string, statedSeconds: number | undefined): Promise<Rest>;
  /** The host could not be reached: after several failures in a row it rests. Call `answered` after any answer. */
  failed(host: string): Promise<void>;
  answered(host: string): void;
}

/** The remaining rest, and its full length. */
export type Rest = Required<Wait>;

export interface TurnOptions {
  /** Pause after the previous request to this host ended. */
  pauseMs?: number;
  signal?: AbortSignal | undefined;
}

interface Entry {
  /** Resolves when the last queued task has ended; never rejects. */
  tail: Promise<void>;
  waiting: number;
  endedAt: number;
  /** How long the last request took: another process starts its own that much later. */
  tookMs: number;
  /** When the shared state was last read. */
  readAt: number;
  restUntil: number;
  restSeconds: number;
  failures: number;
  refusals: number;
}

// Three failures in a row mean the host is down; most restarts take less than 5 minutes.
const FAILURES_UNTIL_REST = 3;
const REST_AFTER_FAILURES_SECONDS = 300;
// A busy host that names no time rests for half a minute, then twice as long each time, and its pace is halved each time.
const FIRST_BACKOFF_SECONDS = 30;
const LONGEST_BACKOFF_SECONDS = 3600;
const MOST_HALVINGS = 3;
const LONGEST_GAP_MS = 30_000;
// A host without a pause only needs to know about rests; they are read this often.
const READ_EVERY_MS = 1_000;
// No real host name is longer.
const LONGEST_HOST = 253;
// Cleaned up beyond this size; only hosts with a wait, a rest or a recent request are kept.
const SWEEP_ABOVE = 5_000;
const RECENT_MS = 60_000;

export function createHostQueue(now: () => number, shared?: SharedHosts): HostQueue {
  const hosts = new Map<string, Entry>();

  const entryOf = (host: string): Entry => {
    const known = hosts.get(host);
    if (known !== undefined) return known;
    if (hosts.size >= SWEEP_ABOVE) sweep(hosts, now());
    const entry = newEntry();
    hosts.set(host, entry);
    return entry;
  };

  const giveRest = async (host: string, seconds: number): Promise<void> => {
    const entry = entryOf(host);
    entry.restUntil = now() + seconds * 1000;
    entry.restSeconds = seconds;
    if (host.length <= LONGEST_HOST) await shared?.rest(host, { seconds, refusals: entry.refusals });
  };

  /** Takes a turn among all processes; returns the time until then. */
  const takeTurn = async (host: string, entry: Entry, pauseMs: number): Promise<number> => {
    if (shared === undefined || host.length > LONGEST_HOST || entry.restUntil > now()) return 0;
    if (pauseMs === 0 && entry.readAt > now() - READ_EVERY_MS) return 0;
    const state = await (pauseMs === 0 ? shared.look(host) : shared.takeTurn(host, pauseMs + entry.tookMs));
    keepState(entry, state, now());
    return pauseMs === 0 ? 0 : state.waitMs;
  };

  const slowedDown = (pauseMs: number, { refusals }: Entry) =>
    Math.min(Math.max(pauseMs, LONGEST_GAP_MS), pauseMs * 2 ** Math.min(refusals, MOST_HALVINGS));

  return {
    async run(host, task, { pauseMs = 0, signal } = {}) {
      const entry = entryOf(host);
      const before = entry.tail;
      const { promise, resolve: leave } = Promise.withResolvers<void>();
      entry.tail = promise;
      entry.waiting += 1;
      try {
        await before;
        signal?.throwIfAborted();
        const gap = slowedDown(pauseMs, entry);
        const pause = Math.max(await takeTurn(host, entry, gap), entry.endedAt + gap - now());
        if (pause > 0) await sleep(pause, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
        const startedAt = now();
        try {
          return await task();
        } finally {
          entry.endedAt = now();
          entry.tookMs = Math.min(LONGEST_GAP_MS, entry.endedAt - startedAt);
        }
      } finally {
        entry.waiting -= 1;
        leave();
      }
    },
    restOf(host) {
      const entry = hosts.get(host);
      if (entry === undefined) return undefined;
      const left = Math.ceil((entry.restUntil - now()) / 1000);
      return left > 0 ? { retryAfterSeconds: left, ofSeconds: entry.restSeconds } : undefined;
    },
    async refused(host, statedSeconds) {
      const entry = entryOf(host);
      entry.refusals += 1;
      const seconds = statedSeconds ?? backoffSeconds(entry.refusals);
      await giveRest(host, seconds);
      return { retryAfterSeconds: seconds, ofSeconds: seconds };
    },
    async failed(host) {
      const entry = entryOf(host);
      entry.failures += 1;
      if (entry.failures < FAILURES_UNTIL_REST) return;
      entry.failures = 0;
      await giveRest(host, REST_AFTER_FAILURES_SECONDS);
    },
    answered(host) {
      const entry = hosts.get(host);
      if (entry !== undefined) entry.failures = 0;
    },
  };
}

function newEntry(): Entry {
  const never = Number.NEGATIVE_INFINITY;
  const times = { endedAt: never, tookMs: 0, readAt: never, restUntil: never, restSeconds: 0 };
  return { tail: Promise.resolve(), waiting: 0, ...times, failures: 0, refusals: 0 };
}

function keepState(entry: Entry, { rest, refusals }: HostState, at: number): void {
  entry.readAt = at;
  entry.refusals = refusals;
  if (rest === undefined) return;
  entry.restUntil = at + rest.left * 1000;
  entry.restSeconds = rest.seconds;
}

/** Random jitter, so that many crawlers of one host don't come back together. */
function backoffSeconds(refusals: number): number {
  const seconds = Math.min(LONGEST_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** (refusals - 1));
  return Math.round(seconds * (0.8 + 0.4 * Math.random()));
}

function sweep(hosts: Map<string, Entry>, at: number): void {
  for (const [host, entry] of hosts) {
    if (entry.waiting === 0 && entry.restUntil < at && entry.endedAt < at - RECENT_MS) hosts.delete(host);
  }
}
