// Serves an object. Its content is untrusted and must never run as a page or script in our origin, whatever type it claims.
// So every response is sandboxed and served with nosniff, and everything except media and plain text is an attachment.
import { Readable } from 'node:stream';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { Context } from '../../platform/context.ts';
import { openFile } from '../files/object-files.ts';
import { noSuchObject, StorageError } from '../http/storage-error.ts';
import type { ObjectRow } from './objects.store.ts';

type Parts = Pick<Context, 'storage' | 'log'>;

/** For every response under /storage/v1. Must wrap the middleware that sets the web app's headers, to override them. */
export const untrustedContent: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  // Public and signed URLs are meant to be embedded elsewhere; all others need a token, which an <img> cannot send.
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
};

/** Images that cannot contain scripts, audio, video and plain text. */
const shownInline = /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/;

export interface Serving {
  object: ObjectRow;
  /** Reads the row again, in case its file was replaced before it could be opened. */
  again(): Promise<ObjectRow | undefined>;
  cacheControl: string;
}

/** Responds with the object or the requested range of it. Throws StorageError. */
export async function serveObject(c: HonoContext, ctx: Parts, serving: Serving): Promise<Response> {
  const { object, cacheControl } = serving;
  c.header('ETag', object.etag);
  c.header('Last-Modified', object.updated_at.toUTCString());
  c.header('Cache-Control', cacheControl);
  c.header('Accept-Ranges', 'bytes');
  if (c.req.header('if-none-match')?.split(/, */).includes(object.etag)) return c.body(null, 304);
  const range = readRange(c.req.header('range'), object.size);
  c.header('Content-Type', object.content_type);
  if (object.content_encoding) c.header('Content-Encoding', object.content_encoding);
  c.header('Content-Disposition', disposition(object, c.req.query('download')));
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  c.header('Content-Length', String(end - start + 1));
  if (range) c.header('Content-Range', `bytes ${start}-${end}/${object.size}`);
  if (c.req.method === 'HEAD') return c.body(null, 200);
  const bytes = await openFile(ctx, object.file_id, { start, end });
  if (!bytes) return serveAgain(c, ctx, serving);
  return c.body(Readable.toWeb(bytes) as ReadableStream, range ? 206 : 200);
}

async function serveAgain(c: HonoContext, ctx: Parts, { object, again, ...rest }: Serving): Promise<Response> {
  const now = await again();
  if (now && now.file_id !== object.file_id) return serveObject(c, ctx, { ...rest, again, object: now });
  if (now) ctx.log.error({ objectId: object.id }, 'the file of a stored object is missing');
  for (const name of ['Content-Length', 'Content-Range', 'Content-Encoding', 'Content-Disposition', 'ETag']) {
    c.header(name, undefined);
  }
  throw noSuchObject();
}

/** Parses a single range. Returns undefined for none, and for several, which a server may ignore. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) {
    throw new StorageError(416, 'InvalidRange', 'invalid range provided', { legacyCode: 'invalid_range' });
  }
  return { start, end };
}

/** `?download` forces a download; `?download=name` also sets the file name. */
function disposition({ name, content_type: type }: ObjectRow, download: string | undefined): string {
  const inline = download === undefined && shownInline.test(type.replace(/ *;.*$/, '').toLowerCase());
  const shown = (download || name.slice(name.lastIndexOf('/') + 1)).slice(0, 255).toWellFormed();
  const plain = shown.replace(/[^\w.-]/g, '_');
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeName(shown)}`;
}

/** RFC 8187 allows fewer unencoded characters than a URL. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
