// The single page of the web app with the server's settings, compressed once and cached in memory.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Context as HonoContext } from 'hono';
import { type PublicSettings, publicSettingsName } from '../../../../shared/public-settings.ts';

type AnswerPage = (c: HonoContext, status: 200 | 404) => Response;

/** Reads the built page; serves it for any URL of the app. Throws if the folder has no page. */
export function createAppPage(folder: string, settings: PublicSettings): AnswerPage {
  const html = withSettings(readFileSync(join(folder, 'index.html'), 'utf8'), settings);
  const forms = { br: brotliCompressSync(html), gzip: gzipSync(html), identity: Buffer.from(html) };
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 20)}"`;
  return (c, status) => {
    const accepted = c.req.header('accept-encoding') ?? '';
    const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one)) ?? 'identity';
    c.header('Vary', 'Accept-Encoding');
    c.header('Cache-Control', 'no-cache');
    // A 304 would let the browser show a missing page as an existing one.
    if (status === 200) c.header('ETag', etag);
    if (status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304);
    if (encoding !== 'identity') c.header('Content-Encoding', encoding);
    c.header('Content-Type', 'text/html; charset=utf-8');
    return c.req.method === 'HEAD' ? c.body(null, status) : c.body(new Uint8Array(forms[encoding]), status);
  };
}

function withSettings(html: string, settings: PublicSettings): string {
  const content = JSON.stringify(settings).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return html.replace('</head>', () => `<meta name="${publicSettingsName}" content="${content}"></head>`);
}
