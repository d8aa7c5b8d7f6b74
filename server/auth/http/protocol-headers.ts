// Headers of every answer: the protocol version, CORS, and no caching.
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

const versionHeader = 'X-Supabase-Api-Version';
const newestVersion = '2024-01-01';

/** True if the caller's version header asks for the newer error body. */
export function speaksNewVersion(c: HonoContext): boolean {
  const version = c.req.header(versionHeader) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= newestVersion;
}

/** Echoes the version and forbids caching; endpoints with public answers set Cache-Control themselves. */
export const protocolHeaders: MiddlewareHandler = async (c, next) => {
  if (speaksNewVersion(c)) c.header(versionHeader, newestVersion);
  c.header('Cache-Control', 'no-store');
  await next();
};

/** Any origin may call: there are no cookies, only bearer tokens, which a foreign page does not have. */
export const allowOtherOrigins = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'accept',
    'authorization',
    'apikey',
    'content-type',
    'x-client-info',
    'x-client-ip',
    'x-supabase-api-version',
    'x-jwt-aud',
  ],
  exposeHeaders: ['X-Total-Count', 'Link', versionHeader, 'Retry-After', 'x-sb-error-code'],
  maxAge: 3600,
});
