import type { Auth } from '../../auth.ts';
import { noteProviders } from '../../users/note-providers.ts';
import { emailFacts } from '../../users/user-metadata.ts';
import {
  deleteOtherIdentities,
  hasEmailIdentity,
  insertIdentity,
  lockUser,
  type User,
  updateUserRow,
} from '../../users/users.store.ts';

/**
 * Someone has signed up with the address of an unconfirmed account, but not with its password. So a stranger may have set the
 * password, or added an identity whose provider has not verified the address. Neither may outlive the owner's confirmation.
 */
export async function dropDisputed({ db }: Auth, { id, password_hash }: User): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user?.email || user.email_confirmed_at) return;
    if (user.password_hash === password_hash) await updateUserRow(tx, id, { password_hash: null });
    if (!(await deleteOtherIdentities(tx, id))) return;
    const facts = emailFacts({ id, email: user.email, verified: false });
    await updateUserRow(tx, id, { user_metadata: facts });
    if (!(await hasEmailIdentity(tx, id))) {
      await insertIdentity(tx, { user_id: id, provider: 'email', provider_id: id, identity_data: facts });
    }
    await noteProviders(tx, id);
  });
}
