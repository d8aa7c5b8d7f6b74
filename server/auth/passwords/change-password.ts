// Password changes: who may make one, and what it ends (every other session, every pending link and code).
import type { Tx } from '../../platform/db.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import { AuthError } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { limitAccount, resetAccountLimit } from '../limits/limit-uses.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { endLinks } from '../one-time-tokens/end-links.ts';
import { matchCode } from '../one-time-tokens/verify-token.ts';
import { deleteSessionsOf } from '../sessions/sessions.store.ts';
import { type UserRow, updateUserRow } from '../users/users.store.ts';
import { checkPasswordRules } from './password-rules.ts';

export interface PasswordChange {
  password: string;
  /** The new address requested in the same call. */
  email?: string;
  currentPassword?: string;
  /** The code emailed by GET /reauthenticate. */
  nonce?: string;
}

/** The new password's hash, if this user may set it in this session. Throws AuthError. */
export async function checkPasswordChange(auth: Auth, { user, session }: SignedIn, change: PasswordChange) {
  const { password, email, currentPassword, nonce } = change;
  checkPasswordRules(password, user.email, email);
  const isFresh = session.created_at > secondsAfter(auth.now(), -lifetimes.freshSession);
  if (nonce) await checkNonce(auth, user, nonce);
  if (currentPassword !== undefined) await checkCurrentPassword(auth, user, currentPassword);
  // The session may be forgotten or stolen, so the user has to prove their identity again.
  if (!isFresh && !nonce && currentPassword === undefined && user.password_hash) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if (user.password_hash && (await auth.passwords.matches(user.password_hash, password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return auth.passwords.hash(password);
}

/** Throws AuthError if the password is wrong; attempts count like those at login. */
export async function checkCurrentPassword(auth: Auth, user: UserRow, password: string): Promise<void> {
  const account = user.email ?? user.id;
  await limitAccount(auth, 'password', account);
  if (!(await auth.passwords.matches(user.password_hash, password))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
  }
  await resetAccountLimit(auth, 'password', account);
}

/** Throws AuthError if the code is not the emailed one. The code is used up by the change itself. */
export async function checkNonce(auth: Auth, { id, email }: UserRow, nonce: string): Promise<void> {
  const match = await matchCode(auth, { email: email ?? '', code: nonce, kinds: ['reauthentication'] });
  if (match?.user_id !== id) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}

/** Sets the password, ends all other sessions and every link, and emails the owner. */
export async function changePassword(
  auth: Auth,
  tx: Tx,
  { session, from }: SignedIn,
  { user, newHash }: { user: UserRow; newHash: string },
): Promise<void> {
  await updateUserRow(tx, user.id, { password_hash: newHash });
  await deleteSessionsOf(tx, user.id, session.id);
  await endLinks(tx, user.id);
  await insertAuditEntry(tx, { action: 'user_updated_password', userId: user.id, ip: from.ip });
  if (user.email && user.password_hash) await enqueueMail(auth, { kind: 'password-changed', to: user.email }, tx);
}
