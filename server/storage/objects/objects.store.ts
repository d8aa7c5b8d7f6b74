// The rows of storage_objects. The owner reads behind row-level security; writes take the user in their condition.
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

/** Which of these names there are. */
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

/** Adds the object. Undefined when there is one of that name. */
export async function insertObject(tx: Tx, row: Insertable<StorageObjects>): Promise<{ id: string } | undefined> {
  return tx
    .insertInto('storage_objects')
    .values(row)
    .onConflict((conflict) => conflict.columns(['bucket_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Puts the object in the place of the one of that name, or adds it. The replaced file is released by a trigger. */
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

/** The file of the object, which no one else can replace until the transaction ends. */
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

/** Gives the object another name, in this or another bucket of the user. Rejects when that name is taken. */
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

/** Removes the objects of these names, or all. Locked in the order of their ids, so that two such calls cannot deadlock. */
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
