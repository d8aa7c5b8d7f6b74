// A home page that is an empty shell until its scripts have run. Its links are read in a browser, where there is one.

import type { FetchedPage } from '../../pages/fetch-outcome.ts';
import { AREA } from '../../pages/page-facts.ts';
import type { CrawlContext } from './crawl-request.ts';
import { innerAddresses } from './page-record.ts';

// "You need to enable JavaScript" and a cookie notice stay below this; the shortest real home pages do not.
const FEW_WORDS = 50;
const FEW_LINKS = 2;
// For the page's turn at its host and in the browser, and for drawing it. Well below a crawl's lease.
const WITHIN_MS = 90_000;

/** Whether the page as served has almost nothing to read or to follow, and scripts that may draw the rest. */
export function isShell(page: FetchedPage, internal: readonly string[]): boolean {
  const { facts, html, nofollow, partial, url } = page;
  if (nofollow || partial || !/<script\b/i.test(html)) return false;
  if (internal.filter((link) => link !== url).length > FEW_LINKS) return false;
  let words = 0;
  for (const { area, text } of facts.blocks) {
    if ((area & (AREA.noscript | AREA.hidden)) === 0) words += text.split(' ').length;
  }
  return words < FEW_WORDS;
}

/**
 * Pages of the same site that the drawn page links to; none when there is no browser, robots.txt forbids the page, its host
 * rests, or it could not be looked at. Throws only when the signal ends it.
 */
export async function drawnLinks(ctx: CrawlContext, url: string, signal: AbortSignal | undefined): Promise<string[]> {
  const { fetcher, renderLinks } = ctx;
  if (renderLinks === undefined) return [];
  const until = AbortSignal.any([AbortSignal.timeout(WITHIN_MS), ...(signal ? [signal] : [])]);
  try {
    const links = await fetcher.inTurn(url, () => renderLinks(url, until), until);
    return innerAddresses(links ?? [], url);
  } catch {
    signal?.throwIfAborted();
    return [];
  }
}
