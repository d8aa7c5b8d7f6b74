// "Delete my account": the user proves their identity once more, then all their data is deleted in one transaction, which
// also enqueues the end of their plan.
import { endDepartedPlans } from '../../jobs.ts';
import { againAfterDeadlock } from '../../platform/database/deadlock.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import { checkCurrentPassword, checkNonce } from '../passwords/change-password.ts';
import { deleteUserRow, findUser } from '../users/users.store.ts';

export interface AccountDeletion {
  userId: string;
  password?: string;
  /** The code emailed by GET /reauthenticate, for accounts without a password. */
  nonce?: string;
}

/** Deletes the account and every row that belongs to it. Throws AuthError if the proof is missing or wrong. */
export async function deleteAccount(auth: Auth, { userId, password, nonce }: AccountDeletion): Promise<void> {
  const user = await findUser(auth.db.kysely, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  if (user.password_hash && password !== undefined) await checkCurrentPassword(auth, user, password);
  else if (nonce) await checkNonce(auth, user, nonce);
  else throw new AuthError(400, 'current_password_required', 'Please enter your password to delete your account.');
  await removeUser(auth, userId);
}

/** Deletes an account without proof, for the operator. Returns false if there was none. */
export async function removeUser({ db, queue }: Auth, userId: string): Promise<boolean> {
  const remove = () =>
    db.kysely.transaction().execute(async (tx) => {
      const removed = await deleteUserRow(tx, userId);
      if (!removed) return false;
      await queue.forget(tx, [userId, removed.email, removed.new_email]);
      // The entry no longer identifies anyone; it only records that an account was deleted.
      await insertAuditEntry(tx, { action: 'user_deleted', userId: null, details: { user_id: userId } });
      await queue.enqueue(tx, endDepartedPlans, {});
      return true;
    });
  // Other transactions may be using the user's rows, and the database deletes them in an order of its own.
  return againAfterDeadlock(remove);
}
