import type { Context } from '../../platform/context.ts';
import { limitUser } from '../../users/limit-user.ts';

/** Each call asks the provider several things: 20 at once, then one every 6 seconds. */
const limit = { burst: 20, seconds: 6 };

/** Counts one call of the user that goes to the provider. Throws AppError too-many-requests. */
export function limitPayments(ctx: Pick<Context, 'db'>, userId: string): Promise<void> {
  return limitUser(ctx, { userId, what: 'payments', limit });
}
