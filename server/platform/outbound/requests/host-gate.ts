// Limits concurrent requests per host; the others wait in order.

export interface HostGate {
  /** Resolves with a function that releases the slot (safe to call twice). Throws the signal's reason. */
  enter(host: string, signal: AbortSignal): Promise<() => void>;
  /** How many hosts are tracked: only those with a running or waiting request. */
  readonly size: number;
}

interface Entry {
  running: number;
  waiting: Set<() => void>;
}

export function createHostGate(perHost: number): HostGate {
  const hosts = new Map<string, Entry>();

  const leave = (host: string, entry: Entry): void => {
    const [next] = entry.waiting;
    if (next !== undefined) {
      entry.waiting.delete(next);
      next();
      return;
    }
    entry.running -= 1;
    if (entry.running === 0) hosts.delete(host);
  };
  const place = (host: string, entry: Entry): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave(host, entry);
    };
  };

  return {
    get size() {
      return hosts.size;
    },
    async enter(host, signal) {
      signal.throwIfAborted();
      const entry = hosts.get(host) ?? { running: 0, waiting: new Set() };
      hosts.set(host, entry);
      if (entry.running < perHost) entry.running += 1;
      else await turn(entry, signal);
      return place(host, entry);
    },
  };
}

// The slot is handed over, so `running` does not change.
function turn(entry: Entry, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      entry.waiting.delete(go);
      reject(signal.reason);
    };
    entry.waiting.add(go);
    signal.addEventListener('abort', stop, { once: true });
  });
}
