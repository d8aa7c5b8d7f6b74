// The first half of an email change: store the new address and ask both mailboxes to confirm.
import type { Tx } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import type { Challenge } from '../flows/flow-states.store.ts';
import { emailExists } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { enqueueMail, limitMail } from '../mails/enqueue-mail.ts';
import { deleteTokensOfUser } from '../one-time-tokens/one-time-tokens.store.ts';
import { parseEmail } from '../users/email-address.ts';
import { isEmailTaken, type UserRow, updateUserRow } from '../users/users.store.ts';

/** The address to change to, or null if there is nothing to change. Throws AuthError. */
export async function checkNewEmail(
  auth: Auth,
  { user, from: { ip } }: SignedIn,
  wanted: string | undefined,
): Promise<string | null> {
  if (wanted === undefined) return null;
  const email = parseEmail(wanted);
  if (email === user.email) return null;
  if (await isEmailTaken(auth.db.kysely, email)) throw emailExists();
  await limitMail(auth, { kind: 'change-email', email: user.email ?? user.id, ip });
  await limitMail(auth, { kind: 'change-email', email, ip });
  return email;
}

export interface EmailChangeRequest {
  user: UserRow;
  newEmail: string;
  redirectTo: string;
  challenge?: Challenge;
}

/** Stores the request and enqueues the emails. Replaces an earlier request and invalidates its links. */
export async function requestEmailChange(
  auth: Auth,
  tx: Tx,
  { user, newEmail, redirectTo, challenge }: EmailChangeRequest,
) {
  await deleteTokensOfUser(tx, user.id, ['email_change_current', 'email_change_new']);
  await updateUserRow(tx, user.id, {
    new_email: newEmail,
    email_change_sent_at: auth.now(),
    email_change_agreed: null,
  });
  await enqueueMail(auth, { kind: 'change-email', userId: user.id, newEmail, redirectTo, challenge }, tx);
}
