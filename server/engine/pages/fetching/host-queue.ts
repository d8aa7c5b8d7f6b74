// One request at a time to a host, with a pause between two, and no request at all while a host has asked for rest.
// Hosts do not wait for each other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Wait } from '../fetch-outcome.ts';

export interface HostQueue {
  /** Runs the task when it is its turn. Throws what the task throws, or the signal's reason while it waits. */
  run<Result>(host: string, task: () => Promise<Result>, options?: TurnOptions): Promise<Result>;
  /** Undefined when the host may be asked now. */
  restOf(host: string): Rest | undefined;
  /** No request before this many seconds have passed. */
  rest(host: string, seconds: number): void;
  /** A failure to reach the host: after several in a row it is given rest. Any answer calls for `answered`. */
  failed(host: string): void;
  answered(host: string): void;
  /** Hosts remembered now. */
  readonly size: number;
}

/** What is left of a rest, and how long it is in all. */
export type Rest = Required<Wait>;

export interface TurnOptions {
  /** Pause after the previous request to this host ended. */
  pauseMs?: number;
  signal?: AbortSignal | undefined;
}

interface Entry {
  /** Settles when the last task in line has ended; never rejects. */
  tail: Promise<void>;
  waiting: number;
  endedAt: number;
  restUntil: number;
  restSeconds: number;
  failures: number;
}

// Three failures in a row: the host is down, and 5 minutes is how long most restarts take.
const FAILURES_UNTIL_REST = 3;
const REST_AFTER_FAILURES_SECONDS = 300;
// Swept when there are more; only hosts with a wait, a rest or a recent request are worth remembering.
const SWEEP_ABOVE = 5_000;
const RECENT_MS = 60_000;

export function createHostQueue(now: () => number = Date.now): HostQueue {
  const hosts = new Map<string, Entry>();

  const entryOf = (host: string): Entry => {
    const known = hosts.get(host);
    if (known !== undefined) return known;
    if (hosts.size >= SWEEP_ABOVE) sweep(hosts, now());
    const entry = { tail: Promise.resolve(), waiting: 0, endedAt: 0, restUntil: 0, restSeconds: 0, failures: 0 };
    hosts.set(host, entry);
    return entry;
  };

  const giveRest = (entry: Entry, seconds: number): void => {
    entry.restUntil = now() + seconds * 1000;
    entry.restSeconds = seconds;
  };

  return {
    get size() {
      return hosts.size;
    },
    async run(host, task, { pauseMs = 0, signal } = {}) {
      const entry = entryOf(host);
      const before = entry.tail;
      let leave = () => {};
      entry.tail = new Promise<void>((resolve) => {
        leave = resolve;
      });
      entry.waiting += 1;
      try {
        await before;
        signal?.throwIfAborted();
        const pause = entry.endedAt + pauseMs - now();
        if (pause > 0) await sleep(pause, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
        return await task();
      } finally {
        entry.waiting -= 1;
        entry.endedAt = now();
        leave();
      }
    },
    restOf(host) {
      const entry = hosts.get(host);
      const left = Math.ceil(((entry?.restUntil ?? 0) - now()) / 1000);
      return entry && left > 0 ? { retryAfterSeconds: left, ofSeconds: entry.restSeconds } : undefined;
    },
    rest: (host, seconds) => giveRest(entryOf(host), seconds),
    failed(host) {
      const entry = entryOf(host);
      entry.failures += 1;
      if (entry.failures < FAILURES_UNTIL_REST) return;
      entry.failures = 0;
      giveRest(entry, REST_AFTER_FAILURES_SECONDS);
    },
    answered(host) {
      const entry = hosts.get(host);
      if (entry !== undefined) entry.failures = 0;
    },
  };
}

function sweep(hosts: Map<string, Entry>, at: number): void {
  for (const [host, entry] of hosts) {
    if (entry.waiting === 0 && entry.restUntil < at && entry.endedAt < at - RECENT_MS) hosts.delete(host);
  }
}
