// Creates, changes and deletes buckets.
import type { Context } from '../../platform/context.ts';
import { lockStorageOf } from '../files/files.store.ts';
import { bucketExists, invalidRequest, noSuchBucket, StorageError } from '../http/storage-error.ts';
import { maxBuckets } from '../limits.ts';
import { checkBucketName } from '../names.ts';
import type { BucketOptions } from './bucket-options.ts';
import { countBuckets, deleteBucketRow, insertBucket, updateBucketRow } from './buckets.store.ts';

type Parts = Pick<Context, 'db'>;

export interface BucketOf {
  userId: string;
  name: string;
}

/** Throws StorageError if the name is invalid or taken, or the user has too many buckets. */
export async function createBucket({ db }: Parts, { userId, name, options }: BucketOf & { options: BucketOptions }) {
  checkBucketName(name);
  await db.kysely.transaction().execute(async (tx) => {
    await lockStorageOf(tx, userId);
    if ((await countBuckets(tx, userId)) >= maxBuckets) {
      throw invalidRequest(`One account can have ${maxBuckets} buckets`);
    }
    if (!(await insertBucket(tx, { user_id: userId, name, ...options }))) throw bucketExists();
  });
}

/** Throws StorageError if the bucket does not exist, or would become public under a taken name. */
export async function changeBucket({ db }: Parts, { userId, name, options }: BucketOf & { options: BucketOptions }) {
  const changed = await updateBucketRow(db.kysely, userId, name, options).catch((error: { code?: string }) => {
    if (error.code === '23505') throw bucketExists();
    throw error;
  });
  if (!changed) throw noSuchBucket();
}

/** Throws StorageError if the bucket does not exist or is not empty. */
export async function deleteBucket({ db }: Parts, { userId, name }: BucketOf): Promise<void> {
  const deleted = await deleteBucketRow(db.kysely, userId, name).catch((error: { code?: string }) => {
    if (error.code !== '23503') throw error;
    throw new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty', {
      legacyCode: 'InvalidRequest',
    });
  });
  if (!deleted) throw noSuchBucket();
}
