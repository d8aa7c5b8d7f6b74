// Invitations: the account is created before its owner has done anything.
import type { Tx } from '../../platform/db.ts';
import { createEmailUser } from '../account/sign-up/create-email-user.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { emailExists } from '../http/auth-error.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { emailFacts, mergeMetadata, noteProviders } from '../users/user-metadata.ts';
import {
  emptyAccount,
  findUserByEmail,
  getUser,
  insertIdentity,
  lockUser,
  type User,
  updateUserRow,
} from '../users/users.store.ts';

export interface Invitation {
  email: string;
  data?: Record<string, unknown>;
}

/** Invites by email. Throws AuthError email_exists if the address is already confirmed. */
export async function inviteUser(
  auth: Auth,
  { redirectTo, ...invitation }: Invitation & { redirectTo: string },
): Promise<User> {
  return auth.db.kysely.transaction().execute(async (tx) => {
    const userId = await prepareInvited(auth, tx, invitation);
    await enqueueMail(auth, { kind: 'invite', userId, redirectTo }, tx);
    return getUser(tx, userId);
  });
}

/** A new account, or an unconfirmed one without anything a stranger may have set. Throws AuthError. */
export async function prepareInvited(auth: Auth, tx: Tx, { email, data }: Invitation): Promise<string> {
  const known = await findUserByEmail(tx, email);
  const held = known && (await lockUser(tx, known.id));
  if (held?.email_confirmed_at) throw emailExists();
  const userId = held
    ? await takeBack(tx, held.id, { email, data })
    : await createEmailUser(auth, tx, { email, passwordHash: null, data });
  if (!userId) throw emailExists();
  await updateUserRow(tx, userId, { invited_at: auth.now() });
  await insertAuditEntry(tx, { action: 'user_invited', userId });
  return userId;
}

async function takeBack(tx: Tx, id: string, { email, data }: Invitation): Promise<string> {
  const facts = emailFacts({ id, email, verified: false });
  await emptyAccount(tx, id);
  await updateUserRow(tx, id, { user_metadata: { ...mergeMetadata({}, data), ...facts } });
  await insertIdentity(tx, { user_id: id, provider: 'email', provider_id: id, identity_data: facts });
  await noteProviders(tx, id);
  return id;
}
