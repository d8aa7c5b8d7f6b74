// Downloads and object info: for the owner, through signed URLs, and from public buckets.
import { Hono, type Context as HonoContext } from 'hono';
import type { SignedInEnv } from '../../auth/access-token.ts';
import type { Context } from '../../platform/context.ts';
import { type BucketRow, findBucket, findOpenBucket } from '../buckets/buckets.store.ts';
import { type Place, placeAfter } from '../http/place.ts';
import { noSuchBucket, noSuchObject } from '../http/storage-error.ts';
import { readToken } from '../signed-token.ts';
import { infoBody } from './object-body.ts';
import { findObject, type ObjectRow } from './objects.store.ts';
import { serveObject } from './serve-object.ts';

/** The URL does not identify the user, so a browser must not reuse the response for the next one. */
const ownerOnly = 'private, no-cache';

interface Found {
  object: ObjectRow;
  again(): Promise<ObjectRow | undefined>;
}

async function findIn({ db }: Context, bucket: BucketRow | undefined, name: string): Promise<Found> {
  if (!bucket) throw noSuchBucket();
  const again = () => findObject(db, { userId: bucket.user_id, bucketId: bucket.id, name });
  const object = await again();
  if (!object) throw noSuchObject();
  return { object, again };
}

/** Downloads by the signed-in owner. */
export function downloadRoutes(ctx: Context) {
  const app = new Hono<SignedInEnv>();
  const findOwn = async (c: HonoContext<SignedInEnv>, { bucket, name }: Place) =>
    findIn(ctx, await findBucket(ctx.db, c.get('userId'), bucket), name);
  const answer = async (c: HonoContext<SignedInEnv>, place: Place) => {
    c.header('Vary', 'Authorization', { append: true });
    return serveObject(c, ctx, { ...(await findOwn(c, place)), cacheControl: ownerOnly });
  };
  const inform = async (c: HonoContext<SignedInEnv>, place: Place) =>
    c.json(infoBody((await findOwn(c, place)).object, place.bucket));

  app.get('/info/authenticated/:bucket/*', (c) => inform(c, placeAfter(c, '/storage/v1/object/info/authenticated')));
  app.get('/info/:bucket/*', (c) => inform(c, placeAfter(c, '/storage/v1/object/info')));
  app.get('/authenticated/:bucket/*', (c) => answer(c, placeAfter(c, '/storage/v1/object/authenticated')));
  app.get('/:bucket/*', (c) => answer(c, placeAfter(c, '/storage/v1/object')));
  return app;
}

/** Downloads that need no access token. */
export function openDownloadRoutes(ctx: Context) {
  const app = new Hono();
  const findOpen = async ({ bucket, name }: Place, userId?: string) =>
    findIn(ctx, await findOpenBucket(ctx.db, { name: bucket, userId }), name);

  app.get('/public/:bucket/*', async (c) => {
    const found = await findOpen(placeAfter(c, '/storage/v1/object/public'));
    return serveObject(c, ctx, { ...found, cacheControl: found.object.cache_control });
  });
  app.get('/info/public/:bucket/*', async (c) => {
    const place = placeAfter(c, '/storage/v1/object/info/public');
    return c.json(infoBody((await findOpen(place)).object, place.bucket));
  });
  app.get('/sign/:bucket/*', async (c) => {
    const place = placeAfter(c, '/storage/v1/object/sign');
    const { token = '' } = c.req.query();
    const { userId, secondsLeft } = await readToken(ctx, { ...place, token, purpose: 'download' });
    const found = await findOpen(place, userId);
    return serveObject(c, ctx, {
      ...found,
      cacheControl: `private, ${shorten(found.object.cache_control, secondsLeft)}`,
    });
  });
  return app;
}

/** A response must not be cached longer than its URL is valid. */
function shorten(cacheControl: string, seconds: number): string {
  const [, wanted] = /\bmax-age=(\d{1,9})\b/.exec(cacheControl) ?? [];
  return wanted === undefined ? 'no-cache' : `max-age=${Math.min(Number(wanted), seconds)}`;
}
