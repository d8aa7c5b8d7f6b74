import { createHash } from 'node:crypto';
import { type Handler, Hono } from 'hono';
import type { Context } from '../platform/context.ts';
import { docsPage } from './docs-page.ts';
import { docsStyles } from './docs-styles.ts';
import { makeDocument } from './make-document.ts';

/** The API's documentation, for programs and for people. */
export function openapiRoutes({ config }: Pick<Context, 'config'>) {
  const { siteUrl } = config.web;
  const makeJson = () => JSON.stringify(makeDocument({ siteUrl, supportEmail: config.mail.support }));
  return new Hono()
    .get('/openapi.json', serveOnceBuilt('application/json', makeJson))
    .get(
      '/docs',
      serveOnceBuilt('text/html; charset=UTF-8', async () => String(await docsPage(siteUrl))),
    )
    .get('/docs.css', (c) => c.body(docsStyles, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
}

/** Builds the text with the first request, which takes up to a tenth of a second, and keeps it. */
function serveOnceBuilt(contentType: string, build: () => string | Promise<string>): Handler {
  let built: Promise<{ text: string; etag: string }> | undefined;
  return async (c) => {
    built ??= withEtag(build);
    const { text, etag } = await built;
    c.header('ETag', etag);
    c.header('Cache-Control', 'no-cache');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return c.body(text, 200, { 'Content-Type': contentType });
  };
}

async function withEtag(build: () => string | Promise<string>): Promise<{ text: string; etag: string }> {
  const text = await build();
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"` };
}
