import { Hono } from 'hono';
import { z } from 'zod';
import type { SignedInEnv } from '../../auth/access-token.ts';
import type { Context } from '../../platform/context.ts';
import { limitBody, readBody } from '../../platform/http/body.ts';
import { noSuchBucket } from '../http/storage-error.ts';
import { maxBuckets, maxJsonBytes } from '../limits.ts';
import { bucketBody as bucketAnswer } from '../objects/object-body.ts';
import { removeObjects } from '../objects/remove-objects.ts';
import { bucketBody, toBucketOptions } from './bucket-options.ts';
import { findBucket, listBuckets } from './buckets.store.ts';
import { changeBucket, createBucket, deleteBucket } from './change-buckets.ts';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(maxBuckets).catch(maxBuckets),
  offset: z.coerce.number().int().min(0).max(maxBuckets).catch(0),
  search: z.string().max(100).default(''),
  sortColumn: z
    .enum(['id', 'name', 'created_at', 'updated_at'])
    .default('name')
    .transform((column) => (column === 'id' ? 'name' : column)),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

/** Routes under /storage/v1/bucket, for signed-in users. */
export function bucketRoutes(ctx: Context) {
  const app = new Hono<SignedInEnv>();
  app.use(limitBody(maxJsonBytes));
  app.get('/', async (c) => {
    const buckets = await listBuckets(ctx.db, c.get('userId'), listQuery.parse(c.req.query()));
    return c.json(buckets.map(bucketAnswer));
  });
  app.post('/', async (c) => {
    const body = await readBody(c, bucketBody);
    const name = body.id ?? body.name ?? '';
    await createBucket(ctx, { userId: c.get('userId'), name, options: toBucketOptions(body) });
    return c.json({ name });
  });
  app.get('/:bucket', async (c) => {
    const bucket = await findBucket(ctx.db, c.get('userId'), c.req.param('bucket'));
    if (!bucket) throw noSuchBucket();
    return c.json(bucketAnswer(bucket));
  });
  app.put('/:bucket', async (c) => {
    const options = toBucketOptions(await readBody(c, bucketBody));
    await changeBucket(ctx, { userId: c.get('userId'), name: c.req.param('bucket'), options });
    return c.json({ message: 'Successfully updated' });
  });
  app.post('/:bucket/empty', async (c) => {
    await removeObjects(ctx, { userId: c.get('userId'), bucket: c.req.param('bucket') });
    return c.json({ message: 'Successfully emptied' });
  });
  app.delete('/:bucket', async (c) => {
    await deleteBucket(ctx, { userId: c.get('userId'), name: c.req.param('bucket') });
    return c.json({ message: 'Successfully deleted' });
  });
  return app;
}
