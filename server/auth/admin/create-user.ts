import type { JsonObject } from '../../../db/types.ts';
import { draftEmailUser, keepEmailUser } from '../account/sign-up/create-email-user.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { AuthError, emailExists, invalid } from '../http/auth-error.ts';
import { mergeMetadata } from '../users/user-metadata.ts';
import { findUser, getUser, type User } from '../users/users.store.ts';
import type { AccountAttributes } from './account-attributes.ts';

/** Creates an account for the operator, without an email. Throws AuthError email_exists or validation_failed. */
export async function createUser(auth: Auth, wanted: AccountAttributes): Promise<User> {
  const { id, email, passwordHash = null, emailConfirm: confirmed, userMetadata: data = {} } = wanted;
  if (!email) throw invalid('Cannot create a user without either an email or phone');
  const draft = draftEmailUser(auth.now(), { id, email, passwordHash, data, confirmed });
  return auth.db.kysely.transaction().execute(async (tx) => {
    if (id && (await findUser(tx, id))) {
      throw new AuthError(422, 'user_already_exists', 'A user with this id already exists');
    }
    const kept = await keepEmailUser(tx, {
      ...draft,
      confirmation_sent_at: null,
      // Exactly as given; what the service itself knows is in the identity.
      user_metadata: data as JsonObject,
      app_metadata: { ...mergeMetadata({}, wanted.appMetadata), ...(draft.app_metadata as object) },
      role: wanted.role ?? draft.role,
      banned_until: wanted.bannedUntil ?? null,
    });
    if (!kept) throw emailExists();
    await insertAuditEntry(tx, { action: 'user_modified', userId: draft.id, details: { by: 'operator' } });
    return getUser(tx, draft.id);
  });
}
