// JSON calls on objects by their owner.
import { Hono } from 'hono';
import { z } from 'zod';
import type { SignedInEnv } from '../../auth/access-token.ts';
import type { Context } from '../../platform/context.ts';
import { limitBody, readBody } from '../../platform/http/body.ts';
import { findBucket } from '../buckets/buckets.store.ts';
import { placeAfter } from '../http/place.ts';
import { noSuchBucket, noSuchObject, notOffered } from '../http/storage-error.ts';
import { maxFiles, maxJsonBytes, maxNamesPerCall, maxSignedSeconds } from '../limits.ts';
import { copyObject, moveObject } from './copy-object.ts';
import { listEntries, sortColumns } from './list-objects.store.ts';
import { entryBody, objectBody } from './object-body.ts';
import { checkCacheControl, checkContentType, checkEncoding } from './read-upload.ts';
import { removeObjects } from './remove-objects.ts';
import { signDownload, signDownloads } from './sign-objects.ts';

const listBody = z.object({
  prefix: z.string().max(1024).default(''),
  // No account has more objects than this.
  limit: z
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, maxFiles))
    .default(100),
  offset: z.int().min(0).default(0),
  search: z.string().max(1024).nullish(),
  sortBy: z
    .object({ column: z.enum(sortColumns).default('name'), order: z.enum(['asc', 'desc']).default('asc') })
    .default({ column: 'name', order: 'asc' }),
});

const transferBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.string().nullish(),
});

const copyBody = transferBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({
      cacheControl: z.string().optional(),
      mimetype: z.string().optional(),
      contentEncoding: z.string().optional(),
    })
    .nullish(),
});

const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(maxNamesPerCall) });

const expiresIn = z.int().min(1).max(maxSignedSeconds);
const signBody = z.object({ expiresIn, transform: z.unknown().optional(), versionId: z.string().nullish() });
const signManyBody = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(maxNamesPerCall) });

/** JSON routes under /storage/v1/object, for signed-in users. */
export function objectRoutes(ctx: Context) {
  const app = new Hono<SignedInEnv>();
  const limit = limitBody(maxJsonBytes);

  app.post('/list/:bucket', limit, async (c) => {
    const { prefix, search, ...page } = await readBody(c, listBody);
    const userId = c.get('userId');
    const bucket = await findBucket(ctx.db, userId, placeAfter(c, '/storage/v1/object/list').bucket);
    if (!bucket) throw noSuchBucket();
    const folder = prefix.replace(/^\/+|\/+$/g, '');
    const entries = await listEntries(ctx.db, { userId, bucketId: bucket.id, folder, search: search ?? '', ...page });
    return c.json(entries.map(entryBody));
  });

  app.post('/move', limit, async (c) => {
    const transfer = toTransfer(c.get('userId'), await readBody(c, transferBody));
    const { id } = await moveObject(ctx, transfer);
    return c.json({ message: 'Successfully moved', Id: id, Key: `${transfer.to.bucket}/${transfer.to.name}` });
  });

  app.post('/copy', limit, async (c) => {
    const body = await readBody(c, copyBody);
    const transfer = toTransfer(c.get('userId'), body);
    const upsert = c.req.header('x-upsert') === 'true';
    const { id } = await copyObject(ctx, transfer, { upsert, ...changesIn(body) });
    return c.json({ Id: id, Key: `${transfer.to.bucket}/${transfer.to.name}` });
  });

  app.post('/sign/*', limit, async (c) => {
    const { bucket, name } = placeAfter(c, '/storage/v1/object/sign');
    const userId = c.get('userId');
    if (name === '') {
      const { expiresIn: seconds, paths } = await readBody(c, signManyBody);
      return c.json(await signDownloads(ctx, { userId, bucket, names: paths, seconds }));
    }
    const { expiresIn: seconds, transform, versionId } = await readBody(c, signBody);
    if (transform) throw notOffered('Image transformation');
    if (versionId) throw notOffered('Versioning');
    return c.json({ signedURL: await signDownload(ctx, { userId, bucket, name, seconds }) });
  });

  app.delete('/:bucket/*', limit, async (c) => {
    const { bucket, name } = placeAfter(c, '/storage/v1/object');
    const userId = c.get('userId');
    if (name === '') {
      const { prefixes } = await readBody(c, removeBody);
      return c.json(
        (await removeObjects(ctx, { userId, bucket, names: prefixes })).map((row) => objectBody(row, bucket)),
      );
    }
    const [removed] = await removeObjects(ctx, { userId, bucket, names: [name] });
    if (!removed) throw noSuchObject();
    return c.json({ message: 'Successfully deleted' });
  });
  return app;
}

function toTransfer(userId: string, body: z.infer<typeof transferBody>) {
  if (body.sourceVersionId) throw notOffered('Versioning');
  return {
    userId,
    from: { bucket: body.bucketId, name: trim(body.sourceKey) },
    to: { bucket: body.destinationBucket ?? body.bucketId, name: trim(body.destinationKey) },
  };
}

/** Drops leading slashes, as the client does for uploads. */
const trim = (name: string) => name.replace(/^\/+/, '');

function changesIn({ copyMetadata, metadata }: z.infer<typeof copyBody>) {
  if (copyMetadata) return {};
  const { cacheControl, mimetype, contentEncoding } = metadata ?? {};
  return {
    userMetadata: {},
    ...(cacheControl !== undefined && { cacheControl: checkCacheControl(cacheControl) }),
    ...(mimetype !== undefined && { contentType: checkContentType(mimetype) }),
    ...(contentEncoding !== undefined && { contentEncoding: checkEncoding(contentEncoding) }),
  };
}
