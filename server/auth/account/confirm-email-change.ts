// An email change takes effect once both mailboxes have confirmed it; an account without an address needs only the new one.
import type { JsonObject } from '../../../db/types.ts';
import type { Tx } from '../../platform/db.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { emailExists, invalidLink } from '../http/auth-error.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import type { OneTimeToken } from '../one-time-tokens/one-time-tokens.store.ts';
import { emailFacts } from '../users/user-metadata.ts';
import { isEmailTaken, noEmailChange, putEmailIdentity, type UserRow, updateUserRow } from '../users/users.store.ts';

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
