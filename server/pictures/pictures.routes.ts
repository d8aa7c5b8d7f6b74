// Routes of pictures: /data checks who may see one; the files themselves are served at signed URLs.
import { Hono, type Context as HonoContext } from 'hono';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { findFaviconPicture } from './favicons/find-favicon-picture.ts';
import { readPicture } from './picture-files.ts';
import { enqueueTaking } from './request-screenshots.ts';
import { findScreenshot, retryScreenshot } from './screenshots/find-screenshot.ts';
import { forgetFile } from './screenshots/screenshots.store.ts';
import { secondsLeft } from './signed-address.ts';

type Env = { Variables: { userId: string } };
type Parts = Pick<Context, 'db' | 'queue' | 'config' | 'storage'>;
type FileParts = Pick<Context, 'db' | 'queue' | 'config' | 'storage' | 'outbound' | 'practice' | 'log'>;

const uuid = z.uuid();

function backlinkIn(id: string): string {
  if (!uuid.safeParse(id).success) throw new AppError('not-found', 'There is no such backlink.');
  return id;
}

/** The picture routes of /data. */
export function pictureDataRoutes(ctx: Parts) {
  return new Hono<Env>().get('/backlinks/:id/screenshot', async (c) => {
    const backlink = { userId: c.get('userId'), backlinkId: backlinkIn(c.req.param('id')) };
    c.header('Cache-Control', 'no-store');
    return c.json(await findScreenshot(ctx, backlink));
  });
}

/** The route of /api that retries a screenshot. */
export function pictureRoutes(ctx: Parts) {
  return new Hono<Env>().post('/backlinks/:id/screenshot', async (c) => {
    const backlink = { userId: c.get('userId'), backlinkId: backlinkIn(c.req.param('id')) };
    return c.json(await retryScreenshot(ctx, backlink));
  });
}

/**
 * /files/pictures serves anyone with a URL that was signed for the owner minutes ago; /files/favicons serves everyone, always
 * with a picture.
 */
export function pictureFileRoutes(ctx: FileParts) {
  return new Hono()
    .get('/favicons/:hostname', (c) => answerFavicon(c, ctx))
    .get('/pictures/:name', async (c) => {
      const name = c.req.param('name');
      const { until = '', signature = '' } = c.req.query();
      const seconds = secondsLeft(ctx, { name, until, signature });
      if (seconds === 0) throw new AppError('not-found', 'This link has expired.');
      const picture = await readPicture(ctx, name);
      if (!picture) {
        if (await forgetFile(ctx.db.kysely, name)) await enqueueTaking(ctx, ctx.db.kysely);
        throw new AppError('not-found', 'This image no longer exists.');
      }
      c.header('Content-Type', picture.contentType);
      c.header('Cache-Control', `private, max-age=${seconds}, immutable`);
      return c.body(new Uint8Array(picture.bytes));
    });
}

// `size` is the display size; the icons are the sites' own, so it changes nothing here.
async function answerFavicon(c: HonoContext, ctx: FileParts): Promise<Response> {
  const { contentType, bytes, seconds } = await findFaviconPicture(ctx, c.req.param('hostname') ?? '');
  c.header('Content-Type', contentType);
  c.header('Cache-Control', `public, max-age=${seconds}`);
  // Opened directly, an SVG is a document; as a download it never is.
  if (contentType === 'image/svg+xml') c.header('Content-Disposition', 'attachment; filename="icon.svg"');
  return c.body(new Uint8Array(bytes));
}
