// Routes of pictures: /data checks who may see one; the files themselves are served at signed URLs.
import { pictureEndpoints, pictureFileEndpoints } from '../../shared/api/pictures.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { findFaviconPicture } from './favicons/find-favicon-picture.ts';
import { readPicture } from './picture-files.ts';
import { enqueueTaking } from './request-screenshots.ts';
import { findScreenshot, retryScreenshot } from './screenshots/find-screenshot.ts';
import { forgetFile } from './screenshots/screenshots.store.ts';
import { secondsLeft } from './signed-address.ts';

type Parts = Pick<Context, 'db' | 'queue' | 'config' | 'storage'>;
type FileParts = Pick<Context, 'db' | 'queue' | 'config' | 'storage' | 'outbound' | 'practice' | 'log'>;

export function pictureRoutes(ctx: Parts) {
  return endpointRoutes(pictureEndpoints, {
    'GET /data/backlinks/{id}/screenshot': ({ userId, params }, c) => {
      c.header('Cache-Control', 'no-store');
      return findScreenshot(ctx, { userId, backlinkId: params.id });
    },
    'POST /api/backlinks/{id}/screenshot': ({ userId, params }) =>
      retryScreenshot(ctx, { userId, backlinkId: params.id }),
  });
}

/**
 * /files/pictures serves anyone with a URL that was signed for the owner minutes ago; /files/favicons serves everyone, always
 * with a picture.
 */
export function pictureFileRoutes(ctx: FileParts) {
  return endpointRoutes(pictureFileEndpoints, {
    // `size` is the display size; the icons are the sites' own, so it changes nothing here.
    'GET /files/favicons/{hostname}': async ({ params: { hostname } }, c) => {
      const { contentType, bytes, seconds } = await findFaviconPicture(ctx, hostname);
      c.header('Content-Type', contentType);
      c.header('Cache-Control', `public, max-age=${seconds}`);
      // Opened directly, an SVG is a document; as a download it never is.
      if (contentType === 'image/svg+xml') c.header('Content-Disposition', 'attachment; filename="icon.svg"');
      return c.body(new Uint8Array(bytes));
    },
    'GET /files/pictures/{name}': async ({ params: { name }, query }, c) => {
      const seconds = secondsLeft(ctx, { name, ...query });
      if (seconds === 0) throw new AppError('not-found', 'This link has expired.');
      const picture = await readPicture(ctx, name);
      if (!picture) {
        if (await forgetFile(ctx.db.kysely, name)) await enqueueTaking(ctx, ctx.db.kysely);
        throw new AppError('not-found', 'This image no longer exists.');
      }
      c.header('Content-Type', picture.contentType);
      c.header('Cache-Control', `private, max-age=${seconds}, immutable`);
      return c.body(new Uint8Array(picture.bytes));
    },
  });
}
