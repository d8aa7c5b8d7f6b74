// PUT /user: signed-in users change their own data, password or address. Everything is validated before anything changes.
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import type { Challenge } from '../flows/flow-states.store.ts';
import { AuthError } from '../http/auth-error.ts';
import { lacksSecondFactor, type SignedIn } from '../http/require-session.ts';
import { changePassword, checkPasswordChange } from '../passwords/change-password.ts';
import { mergeMetadata } from '../users/user-metadata.ts';
import { getUser, lockUser, type User, updateUserRow } from '../users/users.store.ts';
import { checkNewEmail, requestEmailChange } from './change-email.ts';

interface UserChanges {
  email?: string;
  password?: string;
  currentPassword?: string;
  nonce?: string;
  data?: Record<string, unknown>;
  redirectTo: string;
  challenge?: Challenge;
}

/** The user after the changes. Throws AuthError without having changed anything. */
export async function updateUser(auth: Auth, signedIn: SignedIn, changes: UserChanges): Promise<User> {
  const { user, from } = signedIn;
  const { password, data, redirectTo, challenge } = changes;
  if ((changes.email !== undefined || password !== undefined) && lacksSecondFactor(signedIn)) {
    const text = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new AuthError(401, 'insufficient_aal', text);
  }
  mergeMetadata(user.user_metadata, data);
  const newEmail = await checkNewEmail(auth, signedIn, changes.email);
  const newHash = password === undefined ? null : await checkPasswordChange(auth, signedIn, { ...changes, password });
  return auth.db.kysely.transaction().execute(async (tx) => {
    const held = await lockUser(tx, user.id);
    if (!held) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (data) await updateUserRow(tx, user.id, { user_metadata: mergeMetadata(held.user_metadata, data) });
    if (newHash) await changePassword(auth, tx, signedIn, { user: held, newHash });
    if (newEmail) await requestEmailChange(auth, tx, { userId: user.id, newEmail, redirectTo, challenge });
    await insertAuditEntry(tx, { action: 'user_modified', userId: user.id, ip: from.ip });
    return getUser(tx, user.id);
  });
}
