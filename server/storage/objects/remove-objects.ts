// Removes objects: first their rows, then their files. Files that cannot be removed right away are left to the clean-up.
import { cleanUpStorage } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import { findBucket } from '../buckets/buckets.store.ts';
import { noSuchBucket } from '../http/storage-error.ts';
import { deleteObjects, type ObjectRow } from './objects.store.ts';
import { removeNow } from './upload-object.ts';

type Parts = Pick<Context, 'config' | 'db' | 'storage' | 'log' | 'queue'>;

/** Removing more would keep the caller waiting; a job does the rest. */
const removedNow = 200;

export interface Removal {
  userId: string;
  bucket: string;
  /** Defaults to all objects. */
  names?: readonly string[];
}

/** Returns the removed objects and ignores unknown names. Throws StorageError if the bucket does not exist. */
export async function removeObjects(ctx: Parts, { userId, bucket, names }: Removal): Promise<ObjectRow[]> {
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  const removed = await deleteObjects(ctx.db.kysely, { userId, bucketId: found.id, ...(names && { names }) });
  const files = removed.map(({ file_id }) => file_id);
  await removeNow(ctx, files.slice(0, removedNow));
  if (files.length > removedNow) await ctx.queue.enqueue(ctx.db.kysely, cleanUpStorage, {});
  return removed;
}
