// Start pages that are empty shells until their scripts run. Their links are read in a browser if there is one.

import type { FetchedPage } from '../../pages/fetch-outcome.ts';
import { hasFewWords } from '../../pages/has-few-words.ts';
import type { CrawlContext } from './crawl-context.ts';
import { innerAddresses } from './page-record.ts';

const FEW_LINKS = 2;
// Includes waiting for the host's turn and the browser. Well below a crawl's lease.
const WITHIN_MS = 90_000;

/** Whether the served page has almost no text or links of its own, and scripts that may add them. */
export function isShell(page: FetchedPage, internal: readonly string[]): boolean {
  const { facts, html, nofollow, partial, url } = page;
  if (nofollow || partial || !/<script\b/i.test(html)) return false;
  if (internal.filter((link) => link !== url).length > FEW_LINKS) return false;
  return hasFewWords(facts);
}

/**
 * Pages of the same site that the rendered page links to. Empty if there is no browser, robots.txt forbids the page, its host
 * is resting, or it could not be rendered. Throws only when the signal ends it.
 */
export async function renderedLinks(
  ctx: CrawlContext,
  url: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
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
