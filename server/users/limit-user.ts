import { AppError } from '../../shared/errors.ts';
import type { Limit } from '../auth/auth-settings.ts';
import { takeUse } from '../auth/limits/rate-limits.store.ts';
import type { Context } from '../platform/context.ts';

/** Counts one use of `what` by the user. Throws AppError too-many-requests. */
export async function limitUser(
  { db }: Pick<Context, 'db'>,
  { userId, what, limit }: { userId: string; what: string; limit: Limit },
): Promise<void> {
  const wait = await takeUse(db.kysely, { key: `${what}:user:${userId}`, limit, now: new Date() });
  if (wait === 0) return;
  const seconds = Math.ceil(wait);
  const message = `Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`;
  throw new AppError('too-many-requests', message, { retryAfterSeconds: wait });
}
