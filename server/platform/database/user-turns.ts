// Users take turns for connections: each runs a few queries at once and the rest wait, so that no user keeps the others from
// the database by sending many requests at a time.
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from '../../../shared/errors.ts';

/** More than any window of Zeus asks for at once. */
const waitingAtMost = 500;
/** The caller has given up by then. */
const longestWaitMs = 10_000;
/** Users whose turns are cached; one that is dropped may start a few more queries. */
const usersAtMost = 1_000;

export type UserTurns = <Result>(userId: string, query: () => Promise<Result>) => Promise<Result>;

/** Runs up to `atOnce` queries of each user at a time. Rejects with AppError too-many-requests if too many wait, or one for too long. */
export function createUserTurns(atOnce: number): UserTurns {
  const limits = new LRUCache<string, LimitFunction>({ max: usersAtMost });
  return async (userId, query) => {
    const limit = limits.get(userId) ?? pLimit(atOnce);
    limits.set(userId, limit);
    if (limit.pendingCount >= waitingAtMost) throw tooMany();
    const asked = performance.now();
    return limit(() => {
      if (performance.now() - asked > longestWaitMs) throw tooMany();
      return query();
    });
  };
}

const tooMany = () =>
  new AppError(
    'too-many-requests',
    'Zeus is still answering your earlier requests. Please try again in a few seconds.',
    {
      retryAfterSeconds: 3,
    },
  );
