// All routes under /storage/v1: storage for users' files, compatible with @supabase/storage-js. Errors, including those for
// unknown paths, have the shape the client expects.
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { requireUser, type SignedInEnv } from '../auth/access-token.ts';
import type { Context } from '../platform/context.ts';
import { bucketRoutes } from './buckets/buckets.routes.ts';
import { handleStorageError } from './http/answer-error.ts';
import { notOffered, StorageError } from './http/storage-error.ts';
import { downloadRoutes, openDownloadRoutes } from './objects/downloads.routes.ts';
import { objectRoutes } from './objects/objects.routes.ts';
import { signedUploadRoutes, uploadRoutes } from './objects/uploads.routes.ts';

/** Any origin may call: requests carry bearer tokens, never cookies. */
const allowOtherOrigins = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowHeaders: [
    'authorization',
    'apikey',
    'cache-control',
    'content-encoding',
    'content-type',
    'if-none-match',
    'range',
    'x-client-info',
    'x-metadata',
    'x-upsert',
  ],
  exposeHeaders: ['Content-Disposition', 'Content-Length', 'Content-Range', 'ETag'],
  maxAge: 3600,
});

/** The storage service, to be mounted at /storage/v1. */
export function storageRoutes(ctx: Context): Hono {
  const app = new Hono();
  app.onError(handleStorageError(ctx.log));
  app.use(allowOtherOrigins);

  app.route('/object', openDownloadRoutes(ctx));
  app.route('/object', signedUploadRoutes(ctx));
  app.all('/render/*', () => {
    throw notOffered('Image transformation');
  });
  app.all('/object/list-v2/*', () => {
    throw notOffered('Listing with a cursor');
  });

  const own = new Hono<SignedInEnv>();
  own.use('/bucket/*', requireUser(ctx));
  own.use('/object/:name/*', requireUser(ctx));
  own.route('/bucket', bucketRoutes(ctx));
  own.route('/object', objectRoutes(ctx));
  own.route('/object', uploadRoutes(ctx));
  own.route('/object', downloadRoutes(ctx));
  app.route('/', own);

  app.all('*', (c) => {
    const message = `Route ${c.req.method}:${c.req.path} not found`;
    throw new StorageError(404, 'NotFound', message, { legacyCode: 'Not Found' });
  });
  return app;
}
