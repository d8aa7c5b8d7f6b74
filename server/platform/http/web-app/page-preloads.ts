// Names the scripts of a screen in a header of the app's page, so that the browser fetches them together with the app
// instead of after it has started: one round trip less before a screen is there. vite.config.ts writes the list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';

/** By the name of a page's chunk, such as 'login-page'. */
export type PagePreloads = Record<string, string[]>;

export const preloadsFile = '.preloads.json';

/** Adds the header to answers that are the app's page. Without a list in the folder nothing is added. */
export function preloadPages(folder: string): MiddlewareHandler {
  const pages = readPreloads(folder);
  return async (c, next) => {
    await next();
    if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
    const scripts = pages[pageName(c.req.path)] ?? [];
    if (scripts.length > 0)
      c.header('Link', scripts.map((path) => `<${path}>; rel=modulepreload; fetchpriority=low`).join(', '));
  };
}

/** Pages are called like their address. A wrong guess only means that nothing is fetched early. */
function pageName(path: string): string {
  const [first = 'dashboard', second] = path.toLowerCase().split('/').filter(Boolean);
  return `${first === 'campaign' ? (second ?? 'new-campaign') : first}-page`;
}

function readPreloads(folder: string): PagePreloads {
  try {
    return JSON.parse(readFileSync(join(folder, preloadsFile), 'utf8')) as PagePreloads;
  } catch {
    return {};
  }
}
