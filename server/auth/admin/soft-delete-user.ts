import { createHash } from 'node:crypto';
import { endDepartedPlans } from '../../jobs.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { unknownUser } from '../http/auth-error.ts';
import { emptyAccount, lockUser, updateUserRow } from '../users/users.store.ts';

/** Empties an account and closes it permanently; its id stays for rows that refer to it. Throws AuthError user_not_found. */
export async function softDeleteUser(auth: Auth, id: string): Promise<void> {
  await auth.db.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user || user.deleted_at) throw unknownUser();
    await updateUserRow(tx, id, {
      // Includes the id, so the same address can be deleted more than once.
      email: user.email && createHash('sha256').update(`${id}:${user.email}`).digest('hex'),
      email_confirmed_at: null,
      app_metadata: {},
      deleted_at: auth.now(),
    });
    await emptyAccount(tx, id);
    await insertAuditEntry(tx, { action: 'user_deleted', userId: id, details: { soft: true } });
    await auth.queue.enqueue(tx, endDepartedPlans, {});
  });
}
