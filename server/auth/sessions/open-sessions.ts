// Which sessions are still open. An access token is good for an hour, so every service asks here whether its session has
// been ended since. Each process caches the answer for a few seconds: a burst of calls costs one query by primary key, and
// a session ended by any process is over in all of them soon after. Nothing is pushed, so no lost message can keep it open.
import type { Kdb } from '../../platform/db.ts';
import { hasSession } from './sessions.store.ts';

/** Sign-out has to reach every process within five seconds; the query itself needs some of that on a busy machine. */
const cachedForMs = 3_000;
const cachedAtMost = 10_000;

export interface OpenSessions {
  /** False once the session has been ended, cached for a moment. Rejects when the database cannot be asked. */
  isOpen(userId: string, sessionId: string): Promise<boolean>;
}

interface Answer {
  /** When the question was asked, not when the answer came: a session may end in between. */
  askedAt: number;
  isOpen: Promise<boolean>;
}

/** A cache for one process. */
export function createOpenSessions({ kysely, now }: { kysely: Kdb; now: () => Date }): OpenSessions {
  const answers = new Map<string, Answer>();

  function ask(userId: string, sessionId: string): Promise<boolean> {
    const key = `${userId} ${sessionId}`;
    const answer = { askedAt: now().getTime(), isOpen: hasSession(kysely, userId, sessionId) };
    const forget = () => {
      if (answers.get(key) === answer) answers.delete(key);
    };
    // The newest goes to the end, so the first is the oldest.
    answers.delete(key);
    answers.set(key, answer);
    const [oldest] = answers.keys();
    if (answers.size > cachedAtMost && oldest !== undefined) answers.delete(oldest);
    answer.isOpen.then((isOpen) => !isOpen && forget(), forget);
    return answer.isOpen;
  }

  return {
    isOpen(userId, sessionId) {
      const known = answers.get(`${userId} ${sessionId}`);
      const age = known && now().getTime() - known.askedAt;
      // A clock that was set back makes the age negative.
      return known && age !== undefined && age >= 0 && age < cachedForMs ? known.isOpen : ask(userId, sessionId);
    },
  };
}
