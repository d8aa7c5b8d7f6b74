import { userEndpoints } from '../../shared/api/account.ts';
import { AppError } from '../../shared/errors.ts';
import { findUser } from '../auth/users/users.store.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { findOwnProfile } from './profiles.store.ts';

export function userRoutes(ctx: Context) {
  return endpointRoutes(userEndpoints, {
    'GET /api/user': async ({ userId }) => {
      const user = await findUser(ctx.db.kysely, userId);
      // Not by its identities: an address may have been confirmed by a link, or be that of a Google account.
      return { has_password: Boolean(user?.password_hash) };
    },
    'DELETE /api/user': async ({ userId, body: proof }) => {
      await deleteOwnAccount(ctx, { userId, ...proof });
      return { ok: true };
    },
    'GET /data/profiles/me': async ({ userId }) => {
      const profile = await findOwnProfile(ctx.db, userId);
      if (!profile) throw new AppError('not-found', 'There is no profile yet.');
      return profile;
    },
  });
}
