// A change of email: the new address is stored, and both mailboxes are asked to confirm. It takes effect once both have; an account
// without an address needs only the new one.
import type { JsonObject } from '../../../db/types.ts';
import type { Tx } from '../../platform/db.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import type { Challenge } from '../flows/flow-states.store.ts';
import { emailExists, invalidLink } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { enqueueMail, limitMail } from '../mails/enqueue-mail.ts';
import { deleteTokensOfUser, type OneTimeToken } from '../one-time-tokens/one-time-tokens.store.ts';
import { parseEmail } from '../users/email-address.ts';
import { emailFacts } from '../users/user-metadata.ts';
import { isEmailTaken, noEmailChange, putEmailIdentity, type UserRow, updateUserRow } from '../users/users.store.ts';

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

/** Stores the request and enqueues the emails. Replaces an earlier request and invalidates its links. */
export async function requestEmailChange(
  auth: Auth,
  tx: Tx,
  request: { userId: string; newEmail: string; redirectTo: string; challenge?: Challenge },
): Promise<void> {
  const { userId, newEmail } = request;
  await deleteTokensOfUser(tx, userId, ['email_change_current', 'email_change_new']);
  const columns = { new_email: newEmail, email_change_sent_at: auth.now(), email_change_agreed: null };
  await updateUserRow(tx, userId, columns);
  await enqueueMail(auth, { kind: 'change-email', ...request }, tx);
}

/** Records one mailbox's confirmation. Returns true if it was the last one needed. Throws AuthError if the address is taken by now. */
export async function confirmEmailChange(auth: Auth, tx: Tx, user: UserRow, token: OneTimeToken): Promise<boolean> {
  const { id, email: old, new_email: email, email_change_agreed: agreed } = user;
  const half = token.kind === 'email_change_current' ? 'current' : 'new';
  // The email belongs to an earlier change request.
  if (!email || token.sent_to !== (half === 'current' ? old : email)) throw invalidLink();
  if (old && (!agreed || agreed === half)) {
    await updateUserRow(tx, id, { email_change_agreed: half });
    return false;
  }
  if (await isEmailTaken(tx, email)) throw emailExists();
  const facts = emailFacts({ id, email, verified: true });
  await updateUserRow(tx, id, {
    ...noEmailChange,
    email,
    email_confirmed_at: auth.now(),
    is_anonymous: false,
    user_metadata: { ...(user.user_metadata as JsonObject), ...facts },
  });
  await putEmailIdentity(tx, id, facts);
  await insertAuditEntry(tx, { action: 'user_modified', userId: id, details: { changed: 'email' } });
  if (old) await enqueueMail(auth, { kind: 'email-changed', to: old, newEmail: email }, tx);
  return true;
}
