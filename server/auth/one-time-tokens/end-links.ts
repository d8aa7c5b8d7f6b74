import type { Tx } from '../../platform/db.ts';
import { noEmailChange, updateUserRow } from '../users/users.store.ts';
import { deleteTokensOfUser } from './one-time-tokens.store.ts';

/** Makes every link and code that the user was emailed useless. A change of email that waits for them is over. */
export async function endLinks(tx: Tx, userId: string): Promise<void> {
  await deleteTokensOfUser(tx, userId);
  await updateUserRow(tx, userId, noEmailChange);
}
