// Creates signed URLs, for downloading an object and for uploading one without an access token.
import type { Context } from '../../platform/context.ts';
import { findBucket } from '../buckets/buckets.store.ts';
import { noSuchBucket, noSuchObject, objectExists } from '../http/storage-error.ts';
import { signedUploadSeconds } from '../limits.ts';
import { checkObjectName } from '../names.ts';
import { type SignedPlace, signPlace } from '../signed-token.ts';
import { findNames, findObject } from './objects.store.ts';

type Parts = Pick<Context, 'config' | 'db'>;

/** Returns the path below /storage/v1. Throws StorageError if the object does not exist. */
export async function signDownload(ctx: Parts, { seconds, ...place }: SignedPlace & { seconds: number }) {
  const { userId, bucket, name } = place;
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  if (!(await findObject(ctx.db, { userId, bucketId: found.id, name }))) throw noSuchObject();
  return signedPath(ctx, { ...place, seconds });
}

interface ManyPlaces {
  userId: string;
  bucket: string;
  names: readonly string[];
  seconds: number;
}

/** Returns one result per name, in order. Throws StorageError if the bucket does not exist. */
export async function signDownloads(ctx: Parts, { userId, bucket, names, seconds }: ManyPlaces) {
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  const existing = await findNames(ctx.db, { userId, bucketId: found.id, names });
  return Promise.all(
    names.map(async (name) =>
      existing.has(name)
        ? { error: null, path: name, signedURL: await signedPath(ctx, { userId, bucket, name, seconds }) }
        : { error: missing, path: name, signedURL: null },
    ),
  );
}

const missing = 'Either the object does not exist or you do not have access to it';

async function signedPath(ctx: Parts, place: SignedPlace & { seconds: number }): Promise<string> {
  const token = await signPlace(ctx, { ...place, purpose: 'download' });
  // The client encodes the path itself.
  return `/object/sign/${place.bucket}/${place.name}?token=${token}`;
}

/** Returns a URL to upload to. Throws StorageError if the upload would be refused. */
export async function signUpload(ctx: Parts, { upsert, ...place }: SignedPlace & { upsert: boolean }) {
  const { userId, bucket, name } = place;
  checkObjectName(name);
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  if (!upsert && (await findObject(ctx.db, { userId, bucketId: found.id, name }))) throw objectExists();
  const token = await signPlace(ctx, { ...place, purpose: 'upload', seconds: signedUploadSeconds, upsert });
  return { url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token };
}
