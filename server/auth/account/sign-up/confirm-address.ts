// Opening an email proves that the account's address belongs to the user.
import type { JsonObject } from '../../../../db/types.ts';
import type { Tx } from '../../../platform/db.ts';
import type { Auth } from '../../auth.ts';
import { invalidLink } from '../../http/auth-error.ts';
import type { OneTimeToken } from '../../one-time-tokens/one-time-tokens.store.ts';
import { emailFacts, noteProviders } from '../../users/user-metadata.ts';
import {
  deleteOtherIdentities,
  putEmailIdentity,
  type UserRow,
  updateEmailIdentity,
  updateUserRow,
} from '../../users/users.store.ts';

/**
 * Confirms the address. If the account was never confirmed and the email was not sent by its own sign-up, its password, data and
 * identities are removed, because a stranger may have set them. Throws AuthError if the address has changed since.
 */
export async function confirmAddress(auth: Auth, tx: Tx, user: UserRow, token: OneTimeToken): Promise<void> {
  const { id, email } = user;
  if (!email || token.sent_to !== email) throw invalidLink();
  if (user.email_confirmed_at) return;
  const facts = emailFacts({ id, email, verified: true });
  const distrusted = token.distrusts_password;
  await updateUserRow(tx, id, {
    email_confirmed_at: auth.now(),
    is_anonymous: false,
    user_metadata: { ...(distrusted ? {} : (user.user_metadata as JsonObject)), ...facts },
    ...(distrusted ? { password_hash: null } : {}),
  });
  if (!distrusted) {
    await updateEmailIdentity(tx, id, facts);
    return;
  }
  await deleteOtherIdentities(tx, id);
  await putEmailIdentity(tx, id, facts);
  await noteProviders(tx, id);
}
