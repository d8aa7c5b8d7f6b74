// Removes objects: their rows first, then their files. Files that could not be removed now are left to the clean-up.
import { cleanUpStorage } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import { findBucket } from '../buckets/buckets.store.ts';
import { noSuchBucket } from '../http/storage-error.ts';
import { deleteObjects, type ObjectRow } from './objects.store.ts';
import { removeNow } from './upload-object.ts';

type Parts = Pick<Context, 'config' | 'db' | 'storage' | 'log' | 'queue'>;

/** More than this would let the caller wait; a job does the rest. */
const removedNow = 200;

export interface Removal {
  userId: string;
  bucket: string;
  /** All without it. */
  names?: readonly string[];
}

/** The objects that were removed; names that are not there are no error. Throws StorageError when the bucket is not there. */
export async function removeObjects(ctx: Parts, { userId, bucket, names }: Removal): Promise<ObjectRow[]> {
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  const removed = await deleteObjects(ctx.db.kysely, { userId, bucketId: found.id, ...(names && { names }) });
  const files = removed.map(({ file_id }) => file_id);
  await removeNow(ctx, files.slice(0, removedNow));
  if (files.length > removedNow) await ctx.queue.enqueue(ctx.db.kysely, cleanUpStorage, {});
  return removed;
}
