// Which sessions are still open. An access token is valid for an hour, so every service checks here whether its session has
// ended since. Each process caches the answer for a few seconds: a burst of calls costs one query by primary key, and a
// session ended by any process soon ends in all of them. Nothing is pushed, so no lost message can keep a session open.
import { LRUCache } from 'lru-cache';
import type { Kdb } from '../../platform/db.ts';
import { findSession } from './sessions.store.ts';

/** Sign-out has to reach every process within five seconds; the query itself takes some of that on a busy machine. */
const cachedForMs = 3_000;
const cachedAtMost = 10_000;

export interface OpenSessions {
  /** False once the session has ended; cached briefly. Rejects if the database is unavailable. */
  isOpen(userId: string, sessionId: string): Promise<boolean>;
}

interface Answer {
  /** When the query started, not when it returned: the session may end in between. */
  askedAt: number;
  isOpen: Promise<boolean>;
}

/** A cache for one process. */
export function createOpenSessions({ kysely, now }: { kysely: Kdb; now: () => Date }): OpenSessions {
  const answers = new LRUCache<string, Answer>({ max: cachedAtMost });

  function ask(userId: string, sessionId: string): Promise<boolean> {
    const key = `${userId} ${sessionId}`;
    const answer = { askedAt: now().getTime(), isOpen: findSession(kysely, userId, sessionId).then(Boolean) };
    const forget = () => {
      if (answers.peek(key) === answer) answers.delete(key);
    };
    answers.set(key, answer);
    answer.isOpen.then((isOpen) => !isOpen && forget(), forget);
    return answer.isOpen;
  }

  return {
    isOpen(userId, sessionId) {
      const known = answers.get(`${userId} ${sessionId}`);
      const age = known && now().getTime() - known.askedAt;
      // If the clock was set back, the age is negative.
      return known && age !== undefined && age >= 0 && age < cachedForMs ? known.isOpen : ask(userId, sessionId);
    },
  };
}
