import { userEndpoints } from '../../shared/api/account.ts';
import { AppError } from '../../shared/errors.ts';
import { type AccountDeletion, deleteAccount } from '../auth/account/delete-account.ts';
import { authOf } from '../auth/auth.ts';
import { AuthError } from '../auth/http/auth-error.ts';
import { findUser } from '../auth/users/users.store.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
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

/** Deletes the account. Throws AppError: wrong-password if the proof is wrong, too-many-requests after many attempts. */
async function deleteOwnAccount(ctx: Context, deletion: AccountDeletion): Promise<void> {
  try {
    await deleteAccount(authOf(ctx), deletion);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AppError(error.status === 429 ? 'too-many-requests' : 'wrong-password', error.message, { cause: error });
  }
}
