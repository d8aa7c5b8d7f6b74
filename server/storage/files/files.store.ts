// Queries on storage_files: one row per file in the store, inserted before the file is written and deleted after it is.
import { sql } from 'kysely';
import type { Kdb, Tx } from '../../platform/db.ts';

export interface StorageUse {
  bytes: number;
  files: number;
}

/** Serializes transactions of one user, so that two uploads cannot both take the last of the quota. */
export async function lockStorageOf(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage:${userId}`}, 0))`.execute(tx);
}

/** Returns the space a user occupies, including files being written and files waiting to be removed. */
export async function measureUse(db: Kdb, userId: string): Promise<StorageUse> {
  return db
    .selectFrom('storage_files')
    .select((eb) => [
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('size'), sql`0`), 'bigint').as('bytes'),
      eb.fn.countAll<number>().as('files'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function insertFile(db: Kdb, userId: string, size: number): Promise<string> {
  const row = { user_id: userId, size };
  return (await db.insertInto('storage_files').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Marks the file as complete. Returns false if the clean-up or an account deletion got there first. */
export async function settleFile(tx: Tx, { id, size }: { id: string; size: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('storage_files')
    .set({ size, state: 'stored' })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .where('user_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks a file that will not be completed for removal. */
export async function abandonFile(db: Kdb, id: string): Promise<void> {
  await db
    .updateTable('storage_files')
    .set({ state: 'removing' })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .execute();
}

/** Abandons files whose writer must have died. Returns their number. */
export async function abandonOldFiles(db: Kdb, olderThanSeconds: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('storage_files')
    .set({ state: 'removing' })
    .where('state', '=', 'writing')
    .where('created_at', '<', sql<Date>`now() - ${olderThanSeconds} * interval '1 second'`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Lists files to remove from the store, optionally only among `ids`. */
export async function listRemovable(db: Kdb, limit: number, ids?: readonly string[]): Promise<string[]> {
  let query = db.selectFrom('storage_files').select('id').where('state', '=', 'removing').limit(limit);
  if (ids) query = query.where('id', 'in', ids);
  return (await query.execute()).map(({ id }) => id);
}

export async function deleteFileRows(db: Kdb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('storage_files').where('state', '=', 'removing').where('id', 'in', ids).execute();
}
