// A small cache of what this process just read or wrote. Other processes may learn more in the meantime, so use it only for
// facts that stay true while cached.

import { LRUCache } from 'lru-cache';

export interface Memory<Value> {
  get(key: string): Value | undefined;
  /** Kept until the given time, but never longer than a few minutes. */
  set(key: string, value: Value, until: Date): void;
}

const KEEP_MS = 10 * 60_000;
const MOST = 5_000;

export function createMemory<Value extends object>(now: () => Date): Memory<Value> {
  const perf = { now: () => now().getTime() };
  const entries = new LRUCache<string, Value>({ max: MOST, ttl: KEEP_MS, perf, ttlResolution: 0 });
  return {
    get: (key) => entries.get(key),
    set(key, value, until) {
      const ttl = Math.min(until.getTime() - perf.now(), KEEP_MS);
      if (ttl > 0) entries.set(key, value, { ttl });
      else entries.delete(key);
    },
  };
}
