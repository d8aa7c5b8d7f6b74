// Sends an object. Anybody may have uploaded anything: it must never run as a page or a script of our own origin, whatever
// type it claims. So everything comes sandboxed and without type guessing (see untrustedContent), and only media and plain text
// are shown in the browser; all else is a download.
import { Readable } from 'node:stream';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { Context } from '../../platform/context.ts';
import { openFile } from '../files/object-files.ts';
import { noSuchObject, StorageError } from '../http/storage-error.ts';
import type { ObjectRow } from './objects.store.ts';

type Parts = Pick<Context, 'storage' | 'log'>;

/** For every answer below /storage/v1; stands outside the headers of the web app, so that these win. */
export const untrustedContent: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  // A public or signed address is there to be shown elsewhere; the others need a token, which no <img> can send.
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
};

/** Pictures that cannot hold scripts, sound, film, and text that is only text. */
const shownInline = /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/;

export interface Serving {
  object: ObjectRow;
  /** Reads the row again, when its file was replaced before it could be opened. */
  again(): Promise<ObjectRow | undefined>;
  cacheControl: string;
}

/** Answers with the object or the part of it that was asked for. Throws StorageError. */
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
  return c.body(Readable.toWeb(Readable.from(bytes)) as ReadableStream, range ? 206 : 200);
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

/** The one range in the header; undefined for none, and for several, which may be answered with everything. */
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

/** `?download` makes any file a download; `?download=name` names it. */
function disposition({ name, content_type: type }: ObjectRow, download: string | undefined): string {
  const inline = download === undefined && shownInline.test(type.replace(/ *;.*$/, '').toLowerCase());
  const shown = (download || name.slice(name.lastIndexOf('/') + 1)).slice(0, 255).toWellFormed();
  const plain = shown.replace(/[^\w.-]/g, '_');
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeName(shown)}`;
}

/** RFC 8187: fewer characters stand for themselves than in an address. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
