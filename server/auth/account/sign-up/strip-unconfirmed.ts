// A stranger may have created an unconfirmed account and be waiting for the address's owner. Before the owner gets it,
// everything the stranger could use is removed.
import type { Tx } from '../../../platform/db.ts';
import { deleteTokensOfUser } from '../../one-time-tokens/one-time-tokens.store.ts';
import { deleteSessionsOf } from '../../sessions/sessions.store.ts';
import { deleteLeftovers, updateUserRow } from '../../users/users.store.ts';

/** Removes password, data, identities, factors, sessions, links and flows. What the operator set (app_metadata, role) stays. */
export async function stripUnconfirmed(tx: Tx, userId: string): Promise<void> {
  await updateUserRow(tx, userId, {
    password_hash: null,
    user_metadata: {},
    new_email: null,
    email_change_sent_at: null,
    email_change_agreed: null,
  });
  await deleteSessionsOf(tx, userId);
  await deleteTokensOfUser(tx, userId);
  await deleteLeftovers(tx, userId);
}
