// A small cache of what this process just read or wrote, bounded in time and size. Other processes may learn more in the
// meantime, so use it only for facts that stay true while cached.

export interface Memory<Value> {
  get(key: string): Value | undefined;
  /** Kept until the given time, but never longer than a few minutes. */
  set(key: string, value: Value, until: Date): void;
}

const KEEP_MS = 10 * 60_000;
const MOST = 5_000;

export function createMemory<Value>(now: () => Date): Memory<Value> {
  const entries = new Map<string, { value: Value; until: number }>();
  return {
    get(key) {
      const known = entries.get(key);
      if (known === undefined || known.until > now().getTime()) return known?.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, until) {
      entries.delete(key);
      entries.set(key, { value, until: Math.min(until.getTime(), now().getTime() + KEEP_MS) });
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
    },
  };
}
