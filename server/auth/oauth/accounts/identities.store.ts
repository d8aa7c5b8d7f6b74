import type { JsonObject } from '../../../../db/types.ts';
import type { Kdb, Tx } from '../../../platform/db.ts';
import type { IdentityRow } from '../../users/users.store.ts';

export async function findIdentity(db: Kdb | Tx, provider: string, subject: string): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst();
}

/** The user's identities, oldest first. */
export async function listIdentities(db: Kdb | Tx, userId: string): Promise<IdentityRow[]> {
  return db.selectFrom('auth.identities').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function noteIdentityUsed(tx: Tx, id: string, identity_data: JsonObject, now: Date): Promise<void> {
  await tx.updateTable('auth.identities').set({ identity_data, last_sign_in_at: now }).where('id', '=', id).execute();
}

export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).where('id', '=', id).execute();
}
