import type { Kdb, Tx } from '../../../platform/db.ts';

export async function insertRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[], now: Date): Promise<void> {
  await tx
    .insertInto('auth.recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
    .execute();
}

/** How many codes the user has, and how many of them are unused. */
export async function countRecoveryCodes(db: Kdb, userId: string): Promise<{ total: number; remaining: number }> {
  const { total, remaining } = await db
    .selectFrom('auth.recovery_codes')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('used_at', 'is', null).as('remaining'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { total: Number(total), remaining: Number(remaining) };
}

/** Uses up a code. Of several concurrent calls, one returns true. */
export async function spendRecoveryCode(tx: Tx, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('auth.recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute();
}
