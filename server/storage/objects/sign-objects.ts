// Signed addresses: to download an object without a token, and to upload to a name without one.
import type { Context } from '../../platform/context.ts';
import { findBucket } from '../buckets/buckets.store.ts';
import { noSuchBucket, noSuchObject, objectExists } from '../http/storage-error.ts';
import { signedUploadSeconds } from '../limits.ts';
import { checkObjectName } from '../names.ts';
import { type SignedPlace, signPlace } from '../signed-token.ts';
import { findNames, findObject } from './objects.store.ts';

type Parts = Pick<Context, 'config' | 'db'>;

/** The address below /storage/v1. Throws StorageError when there is no such object. */
export async function signDownload(ctx: Parts, { seconds, ...place }: SignedPlace & { seconds: number }) {
  const { userId, bucket, name } = place;
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  if (!(await findObject(ctx.db, { userId, bucketId: found.id, name }))) throw noSuchObject();
  return addressOf(ctx, { ...place, seconds });
}

interface ManyPlaces {
  userId: string;
  bucket: string;
  names: readonly string[];
  seconds: number;
}

/** An answer for each name, in their order. Throws StorageError when there is no such bucket. */
export async function signDownloads(ctx: Parts, { userId, bucket, names, seconds }: ManyPlaces) {
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  const existing = await findNames(ctx.db, { userId, bucketId: found.id, names });
  return Promise.all(
    names.map(async (name) =>
      existing.has(name)
        ? { error: null, path: name, signedURL: await addressOf(ctx, { userId, bucket, name, seconds }) }
        : { error: missing, path: name, signedURL: null },
    ),
  );
}

const missing = 'Either the object does not exist or you do not have access to it';

async function addressOf(ctx: Parts, place: SignedPlace & { seconds: number }): Promise<string> {
  const token = await signPlace(ctx, { ...place, purpose: 'download' });
  // The client encodes the address itself.
  return `/object/sign/${place.bucket}/${place.name}?token=${token}`;
}

/** An address to upload to. Throws StorageError when the upload would be refused. */
export async function signUpload(ctx: Parts, { upsert, ...place }: SignedPlace & { upsert: boolean }) {
  const { userId, bucket, name } = place;
  checkObjectName(name);
  const found = await findBucket(ctx.db, userId, bucket);
  if (!found) throw noSuchBucket();
  if (!upsert && (await findObject(ctx.db, { userId, bucketId: found.id, name }))) throw objectExists();
  const token = await signPlace(ctx, { ...place, purpose: 'upload', seconds: signedUploadSeconds, upsert });
  return { url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token };
}
