// A never confirmed account may have been made by a stranger, waiting for the owner of the address to come. Before the owner
// gets it, everything the stranger could use goes.
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
