import { AppError } from '../../../shared/errors.ts';
import { takeUse } from '../../auth/limits/rate-limits.store.ts';
import type { Context } from '../../platform/context.ts';

/** Each call asks the provider several things: 20 at once, then one every 6 seconds. */
const limit = { burst: 20, seconds: 6 };

/** Counts one call of the user that goes to the provider. Throws AppError too-many-requests. */
export async function limitPayments({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  const wait = await takeUse(db.kysely, { key: `payments:user:${userId}`, limit, now: new Date() });
  if (wait > 0) throw new AppError('too-many-requests', `Please wait ${Math.ceil(wait)} seconds and try again.`);
}
