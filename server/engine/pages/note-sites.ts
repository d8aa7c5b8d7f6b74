// Notes what fetched pages say about their sites, without fetching anything for it: which site is really another one, and which
// sites link to a watched one. Every reader of pages shares the fetcher, so whatever is read for any purpose counts.
import { LRUCache } from 'lru-cache';
import type { Kdb } from '../../platform/db.ts';
import type { FetchedPage } from './fetch-outcome.ts';
import type { SiteFetcher } from './fetch-page.ts';
import { domainOf } from './page-url.ts';
import { forgetAlias, listWatchedSites, saveAlias, saveWatchedLinks } from './site-notes.store.ts';

/** How long a process trusts what it has written itself. */
const writtenMs = 3_600_000;
/** A site that a user has just called their own is watched after this time. */
const watchedMs = 2_000;
/** A page that links to more of them is a directory; the first ones are enough. */
const maxLinks = 20;

/** The same fetcher. Its `fetchPage` also rejects like any query. */
export function noteSites(fetcher: SiteFetcher, db: Kdb): SiteFetcher {
  const noted = new LRUCache<string, string>({ max: 5_000, ttl: writtenMs });
  const watched = new LRUCache<'all', Promise<ReadonlySet<string>>>({ max: 1, ttl: watchedMs });

  async function noteAlias(asked: string, page: FetchedPage): Promise<void> {
    const alias = aliasOf(asked, page);
    if (alias === undefined) return;
    const { domain, target } = alias;
    if (noted.get(domain) === (target ?? '')) return;
    await (target === null ? forgetAlias(db, domain) : saveAlias(db, { domain, target }));
    noted.set(domain, target ?? '');
  }

  async function readWatched(): Promise<ReadonlySet<string>> {
    const known = watched.get('all');
    if (known) return known;
    const reading = listWatchedSites(db);
    watched.set('all', reading);
    reading.catch(() => watched.delete('all'));
    return reading;
  }

  async function noteLinks({ url, facts }: FetchedPage): Promise<void> {
    const sites = await readWatched();
    if (sites.size === 0) return;
    const domain = domainOf(url);
    const found = new Set<string>();
    for (const { href } of facts.links) {
      const target = domainOf(href);
      if (target !== domain && sites.has(target)) found.add(target);
      if (found.size === maxLinks) break;
    }
    if (found.size > 0) await saveWatchedLinks(db, { domain, url, targets: [...found] });
  }

  return {
    ...fetcher,
    async fetchPage(url, options) {
      const outcome = await fetcher.fetchPage(url, options);
      if (outcome.kind === 'page') {
        await noteAlias(url, outcome.page);
        await noteLinks(outcome.page);
      }
      return outcome;
    },
  };
}

/**
 * Which site a home page says that it is; `target` is null if that is its own. Undefined if the page says nothing about the whole
 * site: it is not a home page, or a temporary redirect led elsewhere, such as to a login or a consent form.
 */
export function aliasOf(
  asked: string,
  { url, redirects, moves, facts }: Pick<FetchedPage, 'url' | 'redirects' | 'moves' | 'facts'>,
): { domain: string; target: string | null } | undefined {
  if (!isHome(asked)) return;
  const domain = domainOf(asked);
  const end = domainOf(url);
  if (end !== domain) {
    const isForGood = redirects.length > 0 && redirects.length === moves.length;
    return isForGood && isHome(url) && isSite(end) ? { domain, target: end } : undefined;
  }
  const canonical = facts.canonical === '' ? end : domainOf(facts.canonical);
  return { domain, target: canonical !== domain && isHome(facts.canonical) && isSite(canonical) ? canonical : null };
}

/** The first page of a site, in any language. */
function isHome(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.search === '' && /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(url.pathname);
}

/** A name, not an address. */
const isSite = (domain: string) =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(domain) && domain.length <= 253;
