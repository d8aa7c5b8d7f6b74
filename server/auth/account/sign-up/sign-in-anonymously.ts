// An account without an address or password, if the operator allows it.
import { insertAuditEntry } from '../../audit/audit.store.ts';
import type { Auth } from '../../auth.ts';
import { AuthError } from '../../http/auth-error.ts';
import type { CalledFrom } from '../../http/called-from.ts';
import { type OpenedSession, openSession } from '../../sessions/open-session.ts';
import { newUserId } from '../../users/new-user-id.ts';
import { mergeMetadata } from '../../users/user-metadata.ts';
import { insertUser } from '../../users/users.store.ts';
import { requireSignUpAllowed } from './create-email-user.ts';

/** Throws AuthError if the operator does not allow it. */
export function requireAnonymousAllowed(auth: Auth): void {
  requireSignUpAllowed(auth);
  if (!auth.config.auth.anonymous) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
}

/** Creates the account and opens its session. */
export async function signInAnonymously(
  auth: Auth,
  { data, from }: { data?: Record<string, unknown>; from: CalledFrom },
): Promise<OpenedSession> {
  const now = auth.now();
  const id = newUserId(now);
  const user_metadata = mergeMetadata({}, data);
  return auth.db.kysely.transaction().execute(async (tx) => {
    await insertUser(tx, { id, user_metadata, is_anonymous: true, created_at: now, updated_at: now });
    await insertAuditEntry(tx, {
      action: 'user_signedup',
      userId: id,
      ip: from.ip,
      details: { provider: 'anonymous' },
    });
    return openSession(auth, tx, { userId: id, method: 'anonymous', from });
  });
}
