// Pages of another site that answer in place of the requested one. If the page has moved there for good, that is its site now. A
// domain seller, or the login or consent form of another company, is not.
import type { FetchedPage } from '../pages/fetch-outcome.ts';
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

/** Whether every redirect from one site to another was permanent. Within a site, any will do. */
function hasMoved({ url, redirects, moves }: FetchedPage): boolean {
  const lasting = new Set(moves.map(({ from }) => from));
  const way = [...redirects, url];
  return redirects.every((from, i) => domainOf(from) === domainOf(way[i + 1] ?? url) || lasting.has(from));
}
