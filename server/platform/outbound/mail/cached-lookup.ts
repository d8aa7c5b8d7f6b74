// DNS answers about mail servers, cached for a minute: a campaign contacts the same few hosts again and again, and their
// records rarely live for less. Whether an IP address may be dialed is still checked for each connection.

import { LRUCache } from 'lru-cache';

const KEEP_MS = 60_000;
const MOST = 5_000;

/** Shares one query between all callers within a minute. A failure rejects those who wait, and is not cached. */
export function cachedLookup<Answer>(ask: (name: string) => Promise<Answer>): (name: string) => Promise<Answer> {
  const kept = new LRUCache<string, Promise<Answer>>({ max: MOST, ttl: KEEP_MS });
  return (name) => {
    const known = kept.get(name);
    if (known) return known;
    const answer = ask(name);
    kept.set(name, answer);
    answer.catch(() => {
      if (kept.peek(name) === answer) kept.delete(name);
    });
    return answer;
  };
}
