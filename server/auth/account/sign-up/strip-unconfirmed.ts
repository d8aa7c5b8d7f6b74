// A stranger may have created an unconfirmed account and be waiting for the address's owner. Before the owner gets it,
// everything the stranger could use is removed.
import type { Tx } from '../../../platform/db.ts';
import { emptyAccount, noEmailChange, updateUserRow } from '../../users/users.store.ts';

/** Removes password, data, identities, factors, sessions, links and flows. What the operator set (app_metadata, role) stays. */
export async function stripUnconfirmed(tx: Tx, userId: string): Promise<void> {
  await updateUserRow(tx, userId, {
    password_hash: null,
    user_metadata: {},
    ...noEmailChange,
  });
  await emptyAccount(tx, userId);
}
