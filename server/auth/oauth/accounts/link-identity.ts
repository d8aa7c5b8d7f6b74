// A signed-in user adds a provider's identity to the account, or removes one.
import type { Tx } from '../../../platform/db.ts';
import { insertAuditEntry } from '../../audit/audit.store.ts';
import type { Auth } from '../../auth.ts';
import { AuthError } from '../../http/auth-error.ts';
import { lacksSecondFactor, type SignedIn } from '../../http/require-session.ts';
import { enqueueMail } from '../../mails/enqueue-mail.ts';
import { findSession } from '../../sessions/sessions.store.ts';
import { refuseBanned } from '../../users/refuse-banned.ts';
import { noteProviders } from '../../users/user-metadata.ts';
import {
  deleteIdentity,
  findIdentity,
  findUser,
  isEmailTaken,
  lockUser,
  type UserRow,
  updateUserRow,
} from '../../users/users.store.ts';
import { addIdentity } from './provider-account.ts';
import type { Profile } from './provider-profile.ts';

/** Throws AuthError if linking is off or the session has not passed the user's second factor. */
export function requireMayLink({ config }: Auth, signedIn: SignedIn): void {
  if (!config.auth.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  requireBestProof(signedIn);
}

interface Link {
  userId: string;
  /** The session that started it; if it has ended meanwhile (a thief's, say), nothing is linked. */
  sessionId: string | undefined;
  profile: Profile;
}

/** Adds the identity, emails the owner, and continues with `then`. Throws AuthError identity_already_exists. */
export async function linkIdentity<T>(
  auth: Auth,
  link: Link,
  then: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  const { userId, sessionId, profile } = link;
  return auth.db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || !sessionId || !(await findSession(tx, userId, sessionId))) {
      throw new AuthError(403, 'session_not_found', 'The session that asked to link this identity has ended');
    }
    refuseBanned(auth, user);
    const known = await findIdentity(tx, profile.provider, profile.subject);
    if (known) throw alreadyLinked(known.user_id === userId);
    await addIdentity(auth, tx, userId, profile);
    await adoptAddress(auth, tx, user, profile);
    if (user.email) await enqueueMail(auth, { kind: 'sign-in-linked', to: user.email, provider: profile.provider }, tx);
    return then(tx, userId);
  });
}

function alreadyLinked(toThisUser: boolean): AuthError {
  const text = toThisUser ? 'Identity is already linked' : 'Identity is already linked to another user';
  return new AuthError(422, 'identity_already_exists', text);
}

/** An account without an address adopts the provider's if it is verified and free. */
async function adoptAddress(auth: Auth, tx: Tx, user: UserRow, { email, verified }: Profile): Promise<void> {
  if (user.email) return;
  const free = verified && !(await isEmailTaken(tx, email));
  await updateUserRow(tx, user.id, {
    is_anonymous: false,
    ...(free ? { email, email_confirmed_at: auth.now() } : {}),
  });
}

/** Removes an identity; the password goes with the email identity. Throws AuthError for the last one. */
export async function unlinkIdentity(auth: Auth, signedIn: SignedIn, identityId: string): Promise<void> {
  requireBestProof(signedIn);
  const { id: userId } = signedIn.user;
  await auth.db.kysely.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const identities = (await findUser(tx, userId))?.identities ?? [];
    const identity = identities.find(({ id }) => id === identityId);
    if (!identity) throw unknownIdentity();
    if (identities.length < 2) {
      const text = 'User must have at least 1 identity after unlinking';
      throw new AuthError(422, 'single_identity_not_deletable', text);
    }
    await deleteIdentity(tx, userId, identityId);
    if (identity.provider === 'email') await updateUserRow(tx, userId, { password_hash: null });
    await noteProviders(tx, userId);
    const details = { provider: identity.provider };
    await insertAuditEntry(tx, { action: 'identity_unlinked', userId, ip: signedIn.from.ip, details });
  });
}

export function unknownIdentity(): AuthError {
  return new AuthError(404, 'identity_not_found', 'Identity not found');
}

function requireBestProof(signedIn: SignedIn): void {
  if (lacksSecondFactor(signedIn)) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to change identities when MFA is enabled.');
  }
}
