// Copies and moves objects. A copy has its own file, which counts against the quota; a move only changes the row.
import type { Context } from '../../platform/context.ts';
import { type BucketRow, findBucket } from '../buckets/buckets.store.ts';
import { checkFits } from '../buckets/check-fits.ts';
import { copyFile } from '../files/object-files.ts';
import { reserveFile } from '../files/reserve-file.ts';
import { noSuchBucket, noSuchObject, objectExists } from '../http/storage-error.ts';
import { checkObjectName } from '../names.ts';
import { findObject, moveObjectRow, type ObjectRow } from './objects.store.ts';
import { keepObject, keepOrRemove } from './upload-object.ts';

type Parts = Pick<Context, 'config' | 'db' | 'storage' | 'log'>;

export interface Transfer {
  userId: string;
  from: { bucket: string; name: string };
  to: { bucket: string; name: string };
}

export interface CopyChanges {
  upsert: boolean;
  /** These override the source's values. */
  contentType?: string | undefined;
  contentEncoding?: string | null | undefined;
  cacheControl?: string | undefined;
  userMetadata?: unknown;
}

/** Copies the object. Throws StorageError as an upload does, and if the source does not exist. */
export async function copyObject(ctx: Parts, transfer: Transfer, changes: CopyChanges): Promise<{ id: string }> {
  const { source, bucket } = await findBoth(ctx, transfer);
  const described = {
    contentType: changes.contentType ?? source.content_type,
    contentEncoding: changes.contentEncoding === undefined ? source.content_encoding : changes.contentEncoding,
    cacheControl: changes.cacheControl ?? source.cache_control,
    userMetadata: changes.userMetadata ?? source.user_metadata,
  };
  checkFits(bucket, { contentType: described.contentType, size: source.size });
  const { userId, to } = transfer;
  if (!changes.upsert && (await findObject(ctx.db, { userId, bucketId: bucket.id, name: to.name })))
    throw objectExists();
  const { id: fileId } = await reserveFile(ctx, { userId, least: source.size, most: source.size });
  return keepOrRemove(ctx, fileId, async () => {
    // The source may have been removed or replaced in the meantime.
    if (!(await copyFile(ctx, source.file_id, fileId))) throw noSuchObject();
    const { size, etag } = source;
    return keepObject(ctx, { userId, ...to, upsert: changes.upsert }, { bucket, fileId, size, etag, ...described });
  });
}

/** Moves the object. Throws StorageError if it does not exist or the new name is taken. */
export async function moveObject(ctx: Parts, transfer: Transfer): Promise<{ id: string }> {
  const { source, bucket } = await findBoth(ctx, transfer);
  checkFits(bucket, { contentType: source.content_type, size: source.size });
  const { userId, to } = transfer;
  const place = { id: source.id, userId, bucketId: bucket.id, name: to.name };
  const moved = await moveObjectRow(ctx.db.kysely, place).catch((error: { code?: string }) => {
    if (error.code === '23505') throw objectExists();
    throw error;
  });
  if (!moved) throw noSuchObject();
  return { id: source.id };
}

async function findBoth(
  { db }: Parts,
  { userId, from, to }: Transfer,
): Promise<{ source: ObjectRow; bucket: BucketRow }> {
  checkObjectName(to.name);
  const origin = await findBucket(db, userId, from.bucket);
  const bucket = to.bucket === from.bucket ? origin : await findBucket(db, userId, to.bucket);
  if (!origin || !bucket) throw noSuchBucket();
  const source = await findObject(db, { userId, bucketId: origin.id, name: from.name });
  if (!source) throw noSuchObject();
  return { source, bucket };
}
