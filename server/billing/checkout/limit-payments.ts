import type { Context } from '../../platform/context.ts';
import { limitUser } from '../../users/limit-user.ts';

/** Each call makes several requests to the provider: 20 at once, then one every 6 seconds. */
const limit = { burst: 20, seconds: 6 };

/** Counts a call by the user that involves the provider. Throws AppError too-many-requests. */
export function limitPayments(ctx: Pick<Context, 'db'>, userId: string): Promise<void> {
  return limitUser(ctx, { userId, what: 'payments', limit });
}
