// Notes what fetched pages say about their sites, without fetching anything for it: which site is really another one, and which
// sites link to a watched one. Every reader of pages shares the fetcher, so whatever is read for any purpose counts.
import { LRUCache } from 'lru-cache';
import { createBatcher } from '../../platform/batcher.ts';
import type { Kdb } from '../../platform/db.ts';
import type { FetchedPage } from './fetch-outcome.ts';
import type { SiteFetcher } from './fetch-page.ts';
import { domainOf } from './page-url.ts';
import { forgetAlias, type SiteAlias, saveAlias, saveWatchedLinks, type WatchedLinks } from './site-notes.store.ts';

/** How long a process trusts what it has written itself. */
const writtenMs = 3_600_000;
/** Pages that are read at about the same time share a statement. The wait is tiny next to fetching a page. */
const SAVED_TOGETHER = { most: 50, waitMs: 20 };

/** The same fetcher. Its `fetchPage` also rejects like any query. */
export function noteSites(fetcher: SiteFetcher, db: Kdb): SiteFetcher {
  const noted = new LRUCache<string, string>({ max: 5_000, ttl: writtenMs });
  const saveLinks = createBatcher({
    run: (pages: readonly WatchedLinks[]) => saveWatchedLinks(db, pages),
    ...SAVED_TOGETHER,
  });

  async function noteAlias(asked: string, page: FetchedPage): Promise<void> {
    const alias = aliasOf(asked, page);
    if (alias === undefined) return;
    const { domain, target } = alias;
    const note = target === null ? '' : JSON.stringify(alias);
    if (noted.get(domain) === note) return;
    await (target === null ? forgetAlias(db, domain) : saveAlias(db, { ...alias, target }));
    noted.set(domain, note);
  }

  return {
    ...fetcher,
    async fetchPage(url, options) {
      const outcome = await fetcher.fetchPage(url, options);
      if (outcome.kind === 'page') {
        await noteAlias(url, outcome.page);
        const links = linksOf(outcome.page);
        if (links.targets.length > 0) await saveLinks(links);
      }
      return outcome;
    },
  };
}

/** Notes which watched sites a page links to, however it was opened. Rejects like any query. */
export async function noteLinks(db: Kdb, page: Pick<FetchedPage, 'url' | 'facts'>): Promise<void> {
  await saveWatchedLinks(db, [linksOf(page)]);
}

function linksOf({ url, facts }: Pick<FetchedPage, 'url' | 'facts'>): WatchedLinks {
  const domain = domainOf(url);
  const linked = new Set(facts.links.map(({ href }) => domainOf(href)));
  return { domain, url, targets: [...linked].filter((target) => target !== domain && isSite(target)) };
}

/**
 * Which site a home page says that it is; `target` is null if that is its own. Undefined if the page says nothing about the whole
 * site: it is not its home page, or a temporary redirect led elsewhere, such as to a login or a consent form.
 */
export function aliasOf(
  asked: string,
  { url, redirects, moves, facts }: Pick<FetchedPage, 'url' | 'redirects' | 'moves' | 'facts'>,
): (Omit<SiteAlias, 'target'> & { target: string | null }) | undefined {
  const domain = domainOf(asked);
  if (!isHome(asked) || !speaksFor(domain, asked)) return;
  const end = domainOf(url);
  if (end !== domain) {
    const isForGood = redirects.length > 0 && redirects.length === moves.length;
    return isForGood && isHome(url) && isSite(end) ? { domain, target: end, redirects: true } : undefined;
  }
  const canonical = facts.canonical === '' ? end : domainOf(facts.canonical);
  const isOther = canonical !== domain && isHome(facts.canonical) && isSite(canonical);
  return { domain, target: isOther ? canonical : null, redirects: false };
}

/** A shop, a blog or a country's host below the domain may move while the site stays. */
const speaksFor = (domain: string, address: string) =>
  [domain, `www.${domain}`].includes(URL.parse(address)?.hostname ?? '');

/** The first page of a site, in any language. */
function isHome(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.search === '' && /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(url.pathname);
}

/** A name, not an address. */
const isSite = (domain: string) =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(domain) && domain.length <= 253;
