// Uploads. Bodies are never held in memory; the bucket's limit and the user's quota apply while they are being written.
import { Hono, type Context as HonoContext } from 'hono';
import type { SignedInEnv } from '../../auth/access-token.ts';
import type { Context } from '../../platform/context.ts';
import { openBody } from '../http/incoming-body.ts';
import { placeAfter } from '../http/place.ts';
import { readToken } from '../signed-token.ts';
import { readUpload } from './read-upload.ts';
import { signUpload } from './sign-objects.ts';
import { type ObjectToStore, uploadObject } from './upload-object.ts';

const wantsUpsert = (c: HonoContext) => c.req.header('x-upsert') === 'true';

async function answerUpload(
  c: HonoContext,
  ctx: Context,
  findPlace: () => ObjectToStore | Promise<ObjectToStore>,
): Promise<Response> {
  const body = openBody(c);
  try {
    const place = await findPlace();
    const { id } = await uploadObject(ctx, place, await readUpload(c, body));
    return c.json({ Id: id, Key: `${place.bucket}/${place.name}` });
  } catch (error) {
    await body.drain();
    throw error;
  }
}

/** Uploads by the signed-in owner. */
export function uploadRoutes(ctx: Context) {
  const app = new Hono<SignedInEnv>();
  app.post('/upload/sign/:bucket/*', async (c) => {
    const place = placeAfter(c, '/storage/v1/object/upload/sign');
    return c.json(await signUpload(ctx, { userId: c.get('userId'), ...place, upsert: wantsUpsert(c) }));
  });
  const own = (c: HonoContext<SignedInEnv>) => ({ userId: c.get('userId'), ...placeAfter(c, '/storage/v1/object') });
  app.post('/:bucket/*', (c) => answerUpload(c, ctx, () => ({ ...own(c), upsert: wantsUpsert(c) })));
  app.put('/:bucket/*', (c) => answerUpload(c, ctx, () => ({ ...own(c), upsert: true })));
  return app;
}

/** Uploads through a signed URL. */
export function signedUploadRoutes(ctx: Context) {
  return new Hono().put('/upload/sign/:bucket/*', (c) =>
    answerUpload(c, ctx, async () => {
      const place = placeAfter(c, '/storage/v1/object/upload/sign');
      const { token = '' } = c.req.query();
      const { userId, upsert } = await readToken(ctx, { ...place, token, purpose: 'upload' });
      return { userId, ...place, upsert };
    }),
  );
}
