// Sign-up with an address and a password. Whether the address is new, unconfirmed or taken, the same work is done and the answer
// has the same shape; only the mailbox learns more.
// Two different passwords for an unconfirmed address mean that one may be a stranger's who hopes that the owner confirms it. Then
// neither counts: the owner signs in through the email, or resets the password, and sets a new one. Nor do identities count
// whose provider has not verified the address.
import { insertAuditEntry } from '../../audit/audit.store.ts';
import type { Auth } from '../../auth.ts';
import type { Challenge } from '../../flows/flow-states.store.ts';
import { invalid } from '../../http/auth-error.ts';
import type { CalledFrom } from '../../http/called-from.ts';
import { enqueueMailQuietly } from '../../mails/enqueue-mail.ts';
import { checkPasswordRules } from '../../passwords/password-rules.ts';
import { parseEmail } from '../../users/email-address.ts';
import { emailFacts, mergeMetadata, noteProviders } from '../../users/user-metadata.ts';
import {
  deleteOtherIdentities,
  findUserByEmail,
  lockUser,
  putEmailIdentity,
  type User,
  updateUserRow,
} from '../../users/users.store.ts';
import { draftEmailUser, keepEmailUser, requireSignUpAllowed } from './create-email-user.ts';

export interface SignUp {
  email: string | undefined;
  password: string | undefined;
  data?: Record<string, unknown>;
  redirectTo: string;
  challenge?: Challenge;
  from: CalledFrom;
}

/** The account that was created, or one that looks like it. Throws AuthError for invalid input. */
export async function signUp(auth: Auth, { data, redirectTo, challenge, from, ...given }: SignUp): Promise<User> {
  requireSignUpAllowed(auth);
  const email = parseEmail(given.email);
  if (!given.password) throw invalid('Signup requires a valid password');
  checkPasswordRules(given.password, email);
  mergeMetadata({}, data);
  const passwordHash = await auth.passwords.hash(given.password);
  const known = await findUserByEmail(auth.db.kysely, email);
  const waiting = known?.email_confirmed_at ? undefined : known;
  // Also done for a new address, so that it takes the same time.
  const isSame = await auth.passwords.matches(waiting?.password_hash, given.password);
  if (waiting && !isSame) await dropDisputed(auth, waiting);
  const draft = draftEmailUser(auth.now(), { email, passwordHash, data });
  const kept = await auth.db.kysely.transaction().execute((tx) => keepEmailUser(tx, draft, from.ip));
  if (!kept && known?.email_confirmed_at) {
    await insertAuditEntry(auth.db.kysely, { action: 'user_repeated_signup', userId: known.id, ip: from.ip });
  }
  await enqueueMailQuietly(auth, { kind: 'confirm-sign-up', email, redirectTo, challenge }, from);
  // Looks like a new account, so the answer does not reveal who has one.
  return draft;
}

/**
 * Someone has signed up with the address of an unconfirmed account, but not with its password. So a stranger may have set the
 * password, or added an identity whose provider has not verified the address. Neither may outlive the owner's confirmation.
 */
async function dropDisputed({ db }: Auth, { id, password_hash }: User): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user?.email || user.email_confirmed_at) return;
    if (user.password_hash === password_hash) await updateUserRow(tx, id, { password_hash: null });
    if (!(await deleteOtherIdentities(tx, id))) return;
    const facts = emailFacts({ id, email: user.email, verified: false });
    await updateUserRow(tx, id, { user_metadata: facts });
    await putEmailIdentity(tx, id, facts);
    await noteProviders(tx, id);
  });
}
