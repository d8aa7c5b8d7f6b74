// Which account a provider's user is signed in to. A known identity leads to its user, a verified address to the account that
// has it. An address that the provider has not verified leads to no existing account.
import type { Tx } from '../../../platform/db.ts';
import { requireSignUpAllowed } from '../../account/sign-up/create-email-user.ts';
import { insertAuditEntry } from '../../audit/audit.store.ts';
import type { Auth } from '../../auth.ts';
import type { Challenge } from '../../flows/flow-states.store.ts';
import { AuthError } from '../../http/auth-error.ts';
import type { CalledFrom } from '../../http/called-from.ts';
import { enqueueMailQuietly } from '../../mails/enqueue-mail.ts';
import { newUserId } from '../../users/new-user-id.ts';
import { refuseBanned } from '../../users/refuse-banned.ts';
import { noteProviders } from '../../users/user-metadata.ts';
import {
  emptyAccount,
  findIdentity,
  findUserByEmail,
  type IdentityRow,
  insertIdentity,
  insertUser,
  lockUser,
  noteIdentityUsed,
  type UserRow,
  updateUserRow,
} from '../../users/users.store.ts';
import type { Profile } from './provider-profile.ts';

interface Visitor {
  profile: Profile;
  /** Where a confirmation email leads, if one is needed. */
  redirectTo: string;
  challenge?: Challenge;
  from: CalledFrom;
}

const triesAtMost = 3;

/** Returns what `enter` returns for the user. Throws AuthError if the person is refused; an email may have been enqueued then. */
export async function enterAccount<T>(
  auth: Auth,
  visitor: Visitor,
  enter: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  const { profile, redirectTo, challenge, from } = visitor;
  const outcome = await againOnConflict(() =>
    auth.db.kysely.transaction().execute(async (tx) => {
      const entry = await findEntry(auth, tx, profile, from);
      return 'userId' in entry ? { entered: await enter(tx, entry.userId) } : entry;
    }),
  );
  if ('entered' in outcome) return outcome.entered;
  await enqueueMailQuietly(auth, { kind: 'confirm-sign-up', email: outcome.confirm, redirectTo, challenge }, from);
  throw needsVerification(profile);
}

/** If one new person uses two tabs, the second finds the account the first has created. */
async function againOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const isConflict =
        (error instanceof AuthError && error.code === 'conflict') || (error as { code?: string }).code === '23505';
      if (!isConflict || tries === triesAtMost) throw error;
    }
  }
}

/** The admitted user, or the address of an account that its owner has to confirm first. */
type Entry = { userId: string } | { confirm: string };

/**
 * Finds or creates the account. Throws AuthError if the person is refused. Rejects with a unique violation if another request
 * created it at the same moment.
 */
async function findEntry(auth: Auth, tx: Tx, profile: Profile, from: CalledFrom): Promise<Entry> {
  const identity = await findIdentity(tx, profile.provider, profile.subject);
  if (identity) return enterAgain(auth, tx, profile, identity);
  const owner = await findUserByEmail(tx, profile.email);
  if (owner && profile.verified) return joinOwner(auth, tx, profile, owner.id);
  requireSignUpAllowed(auth);
  // The same answer as for a free address, so it does not reveal that there is an account.
  if (owner) throw needsVerification(profile);
  return createFrom(auth, tx, profile, from);
}

async function enterAgain(auth: Auth, tx: Tx, profile: Profile, identity: IdentityRow): Promise<Entry> {
  const user = await lockUser(tx, identity.user_id);
  if (!user) throw new AuthError(409, 'conflict', 'The account was deleted in the meantime');
  refuseBanned(auth, user);
  if (user.email && !user.email_confirmed_at) {
    if (profile.verified && profile.email === user.email) return takeOver(auth, tx, profile, user);
    return { confirm: user.email };
  }
  await noteIdentityUsed(tx, identity.id, profile.data, auth.now());
  return { userId: user.id };
}

async function joinOwner(auth: Auth, tx: Tx, profile: Profile, ownerId: string): Promise<Entry> {
  const user = await lockUser(tx, ownerId);
  if (user?.email !== profile.email) throw new AuthError(409, 'conflict', 'The account was changed in the meantime');
  refuseBanned(auth, user);
  if (!user.email_confirmed_at) return takeOver(auth, tx, profile, user);
  await addIdentity(auth, tx, user.id, profile);
  return { userId: user.id };
}

/** The address of this account was never confirmed; now the provider vouches for it. */
async function takeOver(auth: Auth, tx: Tx, profile: Profile, user: UserRow): Promise<Entry> {
  await emptyAccount(tx, user.id);
  await updateUserRow(tx, user.id, {
    email_confirmed_at: auth.now(),
    is_anonymous: false,
    user_metadata: profile.data,
  });
  await addIdentity(auth, tx, user.id, profile);
  return { userId: user.id };
}

async function createFrom(auth: Auth, tx: Tx, profile: Profile, { ip }: CalledFrom): Promise<Entry> {
  const { provider, email, verified, data } = profile;
  const now = auth.now();
  const id = newUserId(now);
  const made = await insertUser(tx, {
    id,
    email,
    email_confirmed_at: verified ? now : null,
    user_metadata: data,
    app_metadata: { provider, providers: [provider] },
    created_at: now,
    updated_at: now,
  });
  if (!made) throw new AuthError(409, 'conflict', 'The account was created in the meantime');
  await insertAuditEntry(tx, { action: 'user_signedup', userId: id, ip, details: { provider } });
  await addIdentity(auth, tx, id, profile);
  return verified ? { userId: id } : { confirm: email };
}

/** Adds the identity to a user. Rejects with a unique violation if it belongs to another. */
export async function addIdentity(auth: Auth, tx: Tx, userId: string, profile: Profile): Promise<void> {
  const now = auth.now();
  await insertIdentity(tx, {
    id: newUserId(now),
    user_id: userId,
    provider: profile.provider,
    provider_id: profile.subject,
    identity_data: profile.data,
    last_sign_in_at: now,
    created_at: now,
  });
  await noteProviders(tx, userId);
  await insertAuditEntry(tx, { action: 'identity_linked', userId, details: { provider: profile.provider } });
}

function needsVerification({ provider }: Profile): AuthError {
  const text = `Unverified email with ${provider}. Verify the email with ${provider}, or open the link in the email we may have sent you.`;
  return new AuthError(422, 'provider_email_needs_verification', text);
}
