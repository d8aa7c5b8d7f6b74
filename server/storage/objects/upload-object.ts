// Stores an upload: reserves space, writes the file, and only then inserts the object. A process that dies in between leaves
// a row in storage_files, which the clean-up removes together with the file.
import type { Context } from '../../platform/context.ts';
import { type BucketRow, findBucket } from '../buckets/buckets.store.ts';
import { checkFits, sizeLimitOf } from '../buckets/check-fits.ts';
import { abandonFile, lockStorageOf, settleFile } from '../files/files.store.ts';
import { removeFiles, uploadAborted, type WrittenFile, writeFile } from '../files/object-files.ts';
import { reserveFile, storageFull } from '../files/reserve-file.ts';
import { noSuchBucket, objectExists, tooLarge } from '../http/storage-error.ts';
import { checkObjectName } from '../names.ts';
import { findObject, insertObject, lockFileOf, upsertObject } from './objects.store.ts';
import type { Upload } from './read-upload.ts';

type Parts = Pick<Context, 'config' | 'db' | 'storage' | 'log'>;

export interface ObjectToStore {
  userId: string;
  bucket: string;
  name: string;
  /** Whether an existing object is replaced. */
  upsert: boolean;
}

/** Stores the upload. Throws StorageError: no such bucket, already exists, too large, type not allowed, storage full. */
export async function uploadObject(ctx: Parts, place: ObjectToStore, upload: Upload): Promise<{ id: string }> {
  checkObjectName(place.name);
  const bucket = await findBucket(ctx.db, place.userId, place.bucket);
  if (!bucket) throw noSuchBucket();
  const least = upload.length === undefined ? 0 : Math.max(0, upload.length - upload.overhead);
  checkFits(bucket, { contentType: upload.contentType, size: least });
  // Refuse before reading the file where possible; the insert below decides.
  const taken = { userId: place.userId, bucketId: bucket.id, name: place.name };
  if (!place.upsert && (await findObject(ctx.db, taken))) throw objectExists();

  const limit = sizeLimitOf(bucket);
  const reserved = await reserveFile(ctx, {
    userId: place.userId,
    least,
    most: Math.min(limit, upload.length ?? limit),
  });
  return keepOrRemove(ctx, reserved.id, async () => {
    const written = await writeFile(ctx, {
      id: reserved.id,
      bytes: upload.bytes,
      maxBytes: reserved.bytes,
      tooLong: () => (reserved.bytes < limit ? storageFull(ctx) : tooLarge()),
    });
    await upload.complete();
    if (upload.overhead === 0 && upload.length !== undefined && upload.length !== written.size) throw uploadAborted();
    return keepObject(ctx, place, { bucket, fileId: reserved.id, ...written, ...upload });
  });
}

/** Runs `make`, and removes the file if that fails. */
export async function keepOrRemove<Result>(ctx: Parts, fileId: string, make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    await abandonFile(ctx.db.kysely, fileId)
      .then(() => removeNow(ctx, [fileId]))
      .catch((failure: unknown) =>
        ctx.log.warn({ err: failure }, 'could not remove an unfinished upload; the clean-up will retry'),
      );
    throw error;
  }
}

/** The columns of storage_objects besides owner, bucket and name. */
export interface FileOfObject extends WrittenFile {
  bucket: BucketRow;
  fileId: string;
  contentType: string;
  contentEncoding: string | null;
  cacheControl: string;
  userMetadata: unknown;
}

/** Turns a written file into an object. Throws StorageError if the name is taken and must not be replaced. */
export async function keepObject(ctx: Parts, { userId, name, upsert }: ObjectToStore, file: FileOfObject) {
  const bucketId = file.bucket.id;
  const row = {
    user_id: userId,
    bucket_id: bucketId,
    name,
    file_id: file.fileId,
    size: file.size,
    etag: file.etag,
    content_type: file.contentType,
    content_encoding: file.contentEncoding,
    cache_control: file.cacheControl,
    user_metadata: JSON.stringify(file.userMetadata),
  };
  const { made, replaced } = await ctx.db.kysely.transaction().execute(async (tx) => {
    // Of two concurrent uploads, the later one must see which file it replaces.
    if (upsert) await lockStorageOf(tx, userId);
    if (!(await settleFile(tx, { id: file.fileId, size: file.size }))) throw uploadAborted();
    const before = upsert ? await lockFileOf(tx, { userId, bucketId, name }) : undefined;
    const object = upsert ? await upsertObject(tx, row) : await insertObject(tx, row);
    if (!object) throw objectExists();
    return { made: object, replaced: before };
  });
  if (replaced) await removeNow(ctx, [replaced]);
  return made;
}

/** Frees the space immediately. Failures are left to the clean-up, because the caller's own work is done. */
export async function removeNow(ctx: Parts, fileIds: readonly string[]): Promise<void> {
  await removeFiles(ctx, fileIds.length, fileIds).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'could not remove files; the clean-up will retry'),
  );
}
