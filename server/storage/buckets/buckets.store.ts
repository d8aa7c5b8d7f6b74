// Queries on storage_buckets. Owners read behind row-level security; every write filters by user.
import { type Selectable, sql } from 'kysely';
import type { StorageBuckets } from '../../../db/types.ts';
import type { Database, Kdb } from '../../platform/db.ts';
import type { BucketOptions } from './bucket-options.ts';

export type BucketRow = Selectable<StorageBuckets>;

export interface BucketPage {
  limit: number;
  offset: number;
  search: string;
  sortColumn: 'name' | 'created_at' | 'updated_at';
  sortOrder: 'asc' | 'desc';
}

export async function listBuckets(db: Database, userId: string, page: BucketPage): Promise<BucketRow[]> {
  const query = db.kysely
    .selectFrom('storage_buckets')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.fn<number>('strpos', [sql`lower(name)`, eb.val(page.search.toLowerCase())]), '>', 0))
    .orderBy(page.sortColumn, page.sortOrder)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset);
  return (await db.asUser(userId, query)).rows;
}

export async function findBucket(db: Database, userId: string, name: string): Promise<BucketRow | undefined> {
  const query = db.kysely
    .selectFrom('storage_buckets')
    .selectAll()
    .where('user_id', '=', userId)
    .where('name', '=', name);
  return (await db.asUser(userId, query)).rows[0];
}

/**
 * A bucket whose objects are read without a session: this user's, by a signed URL, or the public one with the name, which is
 * unique. Undefined while its owner is banned, and once the owner's account was deleted.
 */
export async function findOpenBucket(
  { kysely }: Database,
  { name, userId }: { name: string; userId?: string },
): Promise<BucketRow | undefined> {
  return kysely
    .selectFrom('storage_buckets as b')
    .innerJoin('auth.users as owner', 'owner.id', 'b.user_id')
    .selectAll('b')
    .where('b.name', '=', name)
    .where((eb) => (userId === undefined ? eb('b.public', '=', true) : eb('b.user_id', '=', userId)))
    .where('owner.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('owner.banned_until', 'is', null), eb('owner.banned_until', '<=', sql<Date>`now()`)]))
    .executeTakeFirst();
}

export async function countBuckets(db: Kdb, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('storage_buckets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns false if the name is taken: by the same user, or for a public bucket by any other public one. */
export async function insertBucket(db: Kdb, bucket: { user_id: string; name: string } & BucketOptions) {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('storage_buckets')
    .values(bucket)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Returns false if the bucket does not exist. Rejects if it would become public under a taken name. */
export async function updateBucketRow(db: Kdb, userId: string, name: string, options: BucketOptions) {
  const { numUpdatedRows } = await db
    .updateTable('storage_buckets')
    .set({ ...options, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns false if the bucket does not exist. Rejects if it contains objects. */
export async function deleteBucketRow(db: Kdb, userId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('storage_buckets')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
