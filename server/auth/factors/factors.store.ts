// Factors with their sealed secrets. Their public fields are read with the user (users.store.ts).
import type { Insertable, Selectable } from 'kysely';
import type { AuthFactors } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type Factor = Selectable<AuthFactors>;

/** Returns the new factor, or undefined if the user already has one of that name. */
export async function insertFactor(tx: Tx, values: Insertable<AuthFactors>): Promise<Factor | undefined> {
  return tx
    .insertInto('auth.factors')
    .values(values)
    .onConflict((conflict) => conflict.columns(['user_id', 'friendly_name']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findFactor(db: Kdb, userId: string, id: string): Promise<Factor | undefined> {
  return db
    .selectFrom('auth.factors')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function listFactors(db: Kdb, userId: string): Promise<Factor[]> {
  return db.selectFrom('auth.factors').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Deletes unfinished enrollments. */
export async function deleteUnfinishedFactors(tx: Tx, userId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', before)
    .execute();
}

/** Deletes the user's unverified factors, except one. */
export async function deleteOtherUnverified(tx: Tx, userId: string, butId: string): Promise<void> {
  await tx
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('id', '!=', butId)
    .execute();
}

/** Accepts the code of a time step. Returns false if it or a later one was accepted before. */
export async function acceptStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('auth.factors')
    .set({ last_used_step: step, status: 'verified' })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_step', 'is', null), eb('last_used_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteFactor(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('auth.factors').where('user_id', '=', userId).where('id', '=', id).execute();
}
