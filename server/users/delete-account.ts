// "Delete my account" as the product's own call: the auth service checks the user and deletes everything at once.
import { AppError } from '../../shared/errors.ts';
import { type AccountDeletion, deleteAccount } from '../auth/account/delete-account.ts';
import { authOf } from '../auth/auth.ts';
import { AuthError } from '../auth/http/auth-error.ts';
import type { Context } from '../platform/context.ts';

/** Deletes the account. Throws AppError: wrong-password if the proof is wrong, too-many-requests after many attempts. */
export async function deleteOwnAccount(ctx: Context, deletion: AccountDeletion): Promise<void> {
  try {
    await deleteAccount(authOf(ctx), deletion);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AppError(error.status === 429 ? 'too-many-requests' : 'wrong-password', error.message, { cause: error });
  }
}
