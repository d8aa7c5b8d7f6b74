// Pages of another site that answer in place of the requested one. If the page has moved there for good, that is its site now. A
// domain seller, or the login or consent form of another company, is not.
import type { FetchedPage, FetchOutcome } from '../pages/fetch-outcome.ts';
import type { PageFetcher } from '../pages/fetch-page.ts';
import { domainOf } from '../pages/page-url.ts';
import type { PageEnd } from './site-study.ts';

/** How reading the requested page ended; undefined if this page, wherever it is, stands for it. */
export function ledAway(asked: string, page: FetchedPage): PageEnd | undefined {
  const [from, to] = [domainOf(asked), domainOf(page.url)];
  if (from === to) return undefined;
  if (page.hints.parked) return { kind: 'nothing', message: `${from} is parked or for sale.` };
  if (hasMoved(page)) return undefined;
  return { kind: 'closed', message: `${from} sends visitors of this page to another site for now (${to}).` };
}

/**
 * Whether the site's home page leads to the same site as this page, so that nothing of it is left at its own domain. Many sites move by
 * redirects that say they are temporary. One that is for sale hasn't moved.
 */
export async function hasSiteMoved(
  fetcher: PageFetcher,
  asked: string,
  { page, signal }: { page: FetchedPage; signal?: AbortSignal | undefined },
): Promise<boolean> {
  if (page.hints.parked) return false;
  const home = await fetchHome(fetcher, asked, signal);
  return home.kind === 'page' && !home.page.hints.parked && domainOf(home.page.url) === domainOf(page.url);
}

/** Whether the home page of the site says that the domain is parked or for sale. A single page may merely mention it. */
export async function isSiteParked(fetcher: PageFetcher, asked: string, signal?: AbortSignal): Promise<boolean> {
  const home = await fetchHome(fetcher, asked, signal);
  return home.kind === 'page' && home.page.hints.parked;
}

/** The home page of the site that a page is on. */
export function fetchHome(fetcher: PageFetcher, url: string, signal?: AbortSignal): Promise<FetchOutcome> {
  return fetcher.fetchPage(new URL('/', url).href, { signal });
}

/** Whether every redirect from one site to another was permanent. Within a site, any will do. */
function hasMoved({ url, redirects, moves }: FetchedPage): boolean {
  const lasting = new Set(moves.map(({ from }) => from));
  const way = [...redirects, url];
  return redirects.every((from, i) => domainOf(from) === domainOf(way[i + 1] ?? url) || lasting.has(from));
}
