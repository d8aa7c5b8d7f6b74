// Queries on storage_objects. Owners read behind row-level security; every write filters by user.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { StorageObjects } from '../../../db/types.ts';
import type { Database, Kdb, Tx } from '../../platform/db.ts';

export type ObjectRow = Selectable<StorageObjects>;

export interface ObjectPlace {
  userId: string;
  bucketId: string;
  name: string;
}

export async function findObject(
  db: Database,
  { userId, bucketId, name }: ObjectPlace,
): Promise<ObjectRow | undefined> {
  const query = db.kysely
    .selectFrom('storage_objects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('bucket_id', '=', bucketId)
    .where('name', '=', name);
  return (await db.asUser(userId, query)).rows[0];
}

/** Returns those names that exist. */
export async function findNames(
  db: Database,
  { userId, bucketId, names }: Omit<ObjectPlace, 'name'> & { names: readonly string[] },
): Promise<Set<string>> {
  const query = db.kysely
    .selectFrom('storage_objects')
    .select('name')
    .where('user_id', '=', userId)
    .where('bucket_id', '=', bucketId)
    .where('name', '=', sql<string>`any (${[...names]})`);
  return new Set((await db.asUser(userId, query)).rows.map(({ name }) => name));
}

/** Inserts the object. Returns undefined if the name is taken. */
export async function insertObject(tx: Tx, row: Insertable<StorageObjects>): Promise<{ id: string } | undefined> {
  return tx
    .insertInto('storage_objects')
    .values(row)
    .onConflict((conflict) => conflict.columns(['bucket_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Inserts the object or replaces the one with that name. A trigger marks the replaced file for removal. */
export async function upsertObject(tx: Tx, row: Insertable<StorageObjects>): Promise<{ id: string }> {
  return tx
    .insertInto('storage_objects')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['bucket_id', 'name']).doUpdateSet((eb) => ({
        file_id: eb.ref('excluded.file_id'),
        size: eb.ref('excluded.size'),
        etag: eb.ref('excluded.etag'),
        content_type: eb.ref('excluded.content_type'),
        content_encoding: eb.ref('excluded.content_encoding'),
        cache_control: eb.ref('excluded.cache_control'),
        user_metadata: eb.ref('excluded.user_metadata'),
        updated_at: sql`now()`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Locks the object and returns the id of its file. */
export async function lockFileOf(tx: Tx, { userId, bucketId, name }: ObjectPlace): Promise<string | undefined> {
  const row = await tx
    .selectFrom('storage_objects')
    .select('file_id')
    .where('user_id', '=', userId)
    .where('bucket_id', '=', bucketId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  return row?.file_id;
}

/** Renames the object, within its bucket or into another one of the user. Rejects if the name is taken. */
export async function moveObjectRow(
  db: Kdb,
  { id, userId, bucketId, name }: ObjectPlace & { id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('storage_objects')
    .set({ bucket_id: bucketId, name, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes the named objects, or all. Locks them in id order, so that two such calls cannot deadlock. */
export async function deleteObjects(
  db: Kdb,
  { userId, bucketId, names }: Omit<ObjectPlace, 'name'> & { names?: readonly string[] },
): Promise<ObjectRow[]> {
  let held = db
    .selectFrom('storage_objects')
    .select('id')
    .where('user_id', '=', userId)
    .where('bucket_id', '=', bucketId)
    .orderBy('id')
    .forUpdate();
  if (names) held = held.where('name', '=', sql<string>`any (${[...names]})`);
  return db
    .with(
      (cte) => cte('held').materialized(),
      () => held,
    )
    .deleteFrom('storage_objects')
    .where('id', 'in', (eb) => eb.selectFrom('held').select('id'))
    .returningAll()
    .execute();
}
