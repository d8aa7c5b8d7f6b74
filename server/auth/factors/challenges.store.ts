import type { Insertable, Selectable } from 'kysely';
import type { AuthChallenges } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type Challenge = Selectable<AuthChallenges>;

/** Inserts a challenge, records it on the factor, and deletes the factor's expired challenges. */
export async function insertChallenge(
  tx: Tx,
  values: Insertable<AuthChallenges> & { created_at: Date },
): Promise<Challenge> {
  const { factor_id: factorId, created_at: now } = values;
  await tx.deleteFrom('auth.challenges').where('factor_id', '=', factorId).where('expires_at', '<', now).execute();
  await tx.updateTable('auth.factors').set({ last_challenged_at: now }).where('id', '=', factorId).execute();
  return tx.insertInto('auth.challenges').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Uses up one try of a challenge before the code is compared. Undefined if there is none; tries_left may be negative. */
export async function spendChallengeTry(db: Kdb, factorId: string, id: string): Promise<Challenge | undefined> {
  return db
    .updateTable('auth.challenges')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .where('tries_left', '>', -100)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteChallengesOf(tx: Tx, factorId: string): Promise<void> {
  await tx.deleteFrom('auth.challenges').where('factor_id', '=', factorId).execute();
}

export async function deleteExpiredChallenges(db: Kdb, now: Date): Promise<void> {
  await db.deleteFrom('auth.challenges').where('expires_at', '<', now).execute();
}
