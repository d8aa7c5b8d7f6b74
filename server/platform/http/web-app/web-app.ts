// Serves the built web app: hashed files are cached forever, everything else is revalidated, each in its smallest prepared
// encoding. A path without a file gets the app's page: a screen with 200, anything else with 404, which the app then shows.
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { PublicSettings } from '../../../../shared/public-settings.ts';
import { answerWrongMethod } from '../errors.ts';
import { createAppPage } from './app-page.ts';
import { readByteRange } from './byte-range.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const methods = ['GET', 'HEAD'];

export interface WebApp {
  settings: PublicSettings;
  /** Whether the app has a screen at a path. */
  isScreen(path: string): boolean;
}

/** Serves GET and HEAD from the folder; every other path gets the app's page. Throws if there is no page. */
export function serveWebApp(folder: string, { settings, isScreen }: WebApp): MiddlewareHandler {
  const answerPage = createAppPage(folder, settings);
  return async (c, next) => {
    const path = safePath(c.req.path);
    if (path === null) return next();
    const type = types[extname(path)];
    if (type && !(await isFile(join(folder, path)))) return next();
    const isKnown = type !== undefined || isScreen(c.req.path);
    if (!methods.includes(c.req.method)) return isKnown ? answerWrongMethod(c, methods) : next();
    if (type) return sendFile(c, folder, path, type);
    return answerPage(c, isKnown ? 200 : 404);
  };
}

function safePath(requested: string): string | null {
  try {
    const path = normalize(decodeURIComponent(requested));
    return path.includes('\0') || path.split(/[\\/]/).some((part) => part.startsWith('.')) ? null : path;
  } catch {
    return null;
  }
}

async function sendFile(c: HonoContext, folder: string, path: string, type: string): Promise<Response> {
  const accepted = c.req.header('accept-encoding') ?? '';
  c.header('Vary', 'Accept-Encoding');
  c.header('Content-Type', type);
  // Vite puts the content hash into the name of everything below assets/.
  c.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  for (const [encoding, suffix] of encodings) {
    if (!accepted.includes(encoding)) continue;
    const file = join(folder, path + suffix);
    const found = await isFile(file);
    if (found) {
      c.header('Content-Encoding', encoding);
      return send(c, file, found);
    }
  }
  const file = join(folder, path);
  const found = await isFile(file);
  return found ? send(c, file, found) : c.notFound();
}

function send(c: HonoContext, file: string, { size, mtimeMs }: Stats): Response {
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  c.header('ETag', etag);
  if (c.req.header('if-none-match') === etag) return c.body(null, 304);
  c.header('Accept-Ranges', 'bytes');
  // If the file has changed since the client started reading, it is sent whole.
  const rangeHeader = (c.req.header('if-range') ?? etag) === etag ? c.req.header('range') : undefined;
  const range = readByteRange(rangeHeader, size);
  if (range === 'unsatisfiable') return c.body(null, 416, { 'Content-Range': `bytes */${size}` });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (range) c.header('Content-Range', `bytes ${first}-${last}/${size}`);
  c.header('Content-Length', String(last - first + 1));
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD' || size === 0) return c.body(null, status);
  return c.body(Readable.toWeb(createReadStream(file, { start: first, end: last })) as ReadableStream, status);
}

async function isFile(path: string): Promise<Stats | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found : null;
}
