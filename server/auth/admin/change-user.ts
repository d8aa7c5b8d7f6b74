import type { Updateable } from 'kysely';
import type { AuthUsers } from '../../../db/types.ts';
import type { Tx } from '../../platform/db.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { emailExists, unknownUser } from '../http/auth-error.ts';
import { endLinks } from '../one-time-tokens/end-links.ts';
import { deleteSessionsOf } from '../sessions/sessions.store.ts';
import { emailFacts, mergeMetadata } from '../users/user-metadata.ts';
import {
  getUser,
  isEmailTaken,
  lockUser,
  noEmailChange,
  type User,
  type UserRow,
  updateEmailIdentity,
  updateUserRow,
} from '../users/users.store.ts';
import type { AccountAttributes } from './account-attributes.ts';

/** Changes any account for the operator, immediately and without an email. Throws AuthError user_not_found or email_exists. */
export async function changeUser(auth: Auth, id: string, wanted: AccountAttributes): Promise<User> {
  return auth.db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user || user.deleted_at) throw unknownUser();
    await updateUserRow(tx, id, { ...plainChanges(user, wanted), updated_at: auth.now() });
    if (wanted.email || wanted.emailConfirm) await setAddress(auth, tx, user, wanted);
    if (wanted.passwordHash) await updateUserRow(tx, id, { password_hash: wanted.passwordHash });
    // An old password, an old link or a banned user's session must stop working.
    if (wanted.passwordHash || wanted.bannedUntil) await deleteSessionsOf(tx, id);
    if (wanted.passwordHash || wanted.email) await endLinks(tx, id);
    await insertAuditEntry(tx, { action: 'user_modified', userId: id, details: { by: 'operator' } });
    return getUser(tx, id);
  });
}

function plainChanges(user: UserRow, wanted: AccountAttributes): Updateable<AuthUsers> {
  const { userMetadata, appMetadata, role, bannedUntil } = wanted;
  return {
    ...(userMetadata ? { user_metadata: mergeMetadata(user.user_metadata, userMetadata) } : {}),
    ...(appMetadata ? { app_metadata: mergeMetadata(user.app_metadata, appMetadata) } : {}),
    ...(role ? { role } : {}),
    ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
  };
}

async function setAddress(auth: Auth, tx: Tx, user: UserRow, wanted: AccountAttributes): Promise<void> {
  const { email = user.email } = wanted;
  if (!email) return;
  if (email !== user.email && (await isEmailTaken(tx, email))) throw emailExists();
  const confirmedAt = wanted.emailConfirm ? (user.email_confirmed_at ?? auth.now()) : user.email_confirmed_at;
  const facts = emailFacts({ id: user.id, email, verified: confirmedAt !== null });
  await updateUserRow(tx, user.id, {
    email,
    email_confirmed_at: confirmedAt,
    is_anonymous: false,
    ...noEmailChange,
    user_metadata: mergeMetadata((await getUser(tx, user.id)).user_metadata, facts),
  });
  await updateEmailIdentity(tx, user.id, facts);
}
