// Factors with their sealed secret. What the world sees of them comes with the user (users.store.ts).
import type { Insertable, Selectable } from 'kysely';
import type { AuthFactors } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type Factor = Selectable<AuthFactors>;

/** Returns the new factor, or undefined when the user has one of that name. */
export async function insertFactor(tx: Tx, values: Insertable<AuthFactors>): Promise<Factor | undefined> {
  return tx
    .insertInto('auth.factors')
    .values(values)
    .onConflict((conflict) => conflict.columns(['user_id', 'friendly_name']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findFactor(db: Kdb | Tx, userId: string, id: string): Promise<Factor | undefined> {
  return db
    .selectFrom('auth.factors')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function listFactors(db: Kdb | Tx, userId: string): Promise<Factor[]> {
  return db.selectFrom('auth.factors').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Enrolments that nobody finished. */
export async function deleteUnfinishedFactors(tx: Tx, userId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', before)
    .execute();
}

/** The user's unverified factors, all but one. */
export async function deleteOtherUnverified(tx: Tx, userId: string, butId: string): Promise<void> {
  await tx
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('id', '!=', butId)
    .execute();
}

/** Accepts the code of a step: false when it, or one after it, was accepted before. */
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
