// Visits the few pages of a site that say who works there: from the given page along its links, then the home page, then the
// usual URLs.

import { type FetchOutcome, type Wait, waitOf } from '../pages/fetch-outcome.ts';
import type { PageFetcher } from '../pages/fetch-page.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { domainOf } from '../pages/page-url.ts';
import type { SitePageKind } from './person.ts';
import { commonSitePages, linksToSitePages, pageKey, type SitePageLink } from './site-pages.ts';

export interface SiteVisit {
  domain: string;
  pages: VisitedPage[];
  /** Pages that could not be read: if none was visited, nothing is known about the site. */
  unreached: ({ url: string; message: string } & Wait)[];
  /** Pages we may not read. */
  refused: { url: string; message: string }[];
}

export interface VisitedPage {
  url: string;
  kind: SitePageKind;
  facts: PageFacts;
}

export interface VisitRequest {
  /** The page to start from. */
  url: string;
  /** What was read there; without it the page is fetched and counts as one. */
  facts?: PageFacts;
  /** Pages to visit first, such as the author's. */
  first?: readonly string[];
  /** Links to such pages that are not in the facts. */
  links?: readonly SitePageLink[];
  maxPages?: number;
  now?: () => number;
  signal?: AbortSignal | undefined;
}

const MAX_PAGES = 8;
// Most sites link what they have; more guesses only cost them requests.
const MAX_GUESSES = 3;
// Eight pages of an ordinary site take ten seconds, pauses included. A slower site is not visited any further.
const MAX_MS = 60_000;

/** Never throws because of the site; throws only when the signal fires or the outbound client closes. */
export async function visitSite(fetcher: PageFetcher, request: VisitRequest): Promise<SiteVisit> {
  const domain = domainOf(request.url);
  const home = new URL('/', request.url).href;
  const tour = newTour(fetcher, request, domain);
  if (request.facts) tour.keep({ url: request.url, kind: 'given', facts: request.facts }, pageKey(request.url));
  else await tour.go({ url: request.url, kind: 'given' });
  for (const url of request.first ?? []) if (domainOf(url) === domain) await tour.go({ url, kind: 'author' });
  await tour.follow();
  if (!tour.has('about') || !tour.has('contact')) {
    await tour.go({ url: home, kind: 'home' });
    await tour.follow();
  }
  await tour.guess(home);
  await tour.followAuthors();
  return tour.visit;
}

interface Stop {
  /** On the site. */
  url: string;
  key?: string;
  kind: SitePageKind;
}

function newTour(fetcher: PageFetcher, request: VisitRequest, domain: string) {
  const visit: SiteVisit = { domain, pages: [], unreached: [], refused: [] };
  const known = new Set<string>();
  const waiting = new Map((request.links ?? []).map((link) => [link.url, link]));
  const { now = Date.now } = request;
  const until = now() + MAX_MS;
  let left = request.maxPages ?? MAX_PAGES;

  const keep = (page: VisitedPage, key: string) => {
    known.add(key);
    visit.pages.push(page);
    for (const link of linksToSitePages(page.facts)) if (!waiting.has(link.url)) waiting.set(link.url, link);
  };
  const go = async ({ url, key = pageKey(url), kind }: Stop): Promise<void> => {
    if (left === 0 || known.has(key)) return;
    known.add(key);
    if (now() > until) {
      left = 0;
      visit.unreached.push({ url, message: `${domain} answers too slowly.` });
      return;
    }
    const outcome = await fetcher.fetchPage(url, { signal: request.signal });
    if (outcome.kind !== 'refused' || outcome.reason === 'site') left -= 1;
    note(visit, url, outcome);
    if (outcome.kind !== 'page') return;
    const { page } = outcome;
    if (page.url === url) return keep({ url, kind, facts: page.facts }, key);
    // A redirect may lead to a page that was already read, or off the site.
    const reached = pageKey(page.url);
    const isNews = reached === key || !known.has(reached);
    if (isNews && domainOf(page.url) === domain) keep({ url: page.url, kind, facts: page.facts }, reached);
  };
  const has = (kind: SitePageKind) => visit.pages.some((page) => page.kind === kind);
  const walk = async (isWanted: (link: SitePageLink) => boolean) => {
    for (;;) {
      let best: SitePageLink | undefined;
      for (const link of waiting.values()) {
        if (link.worth > (best?.worth ?? 0) && isWanted(link) && !known.has(link.key)) best = link;
      }
      if (best === undefined || left === 0) return;
      await go(best);
    }
  };

  return {
    visit,
    keep,
    go,
    has,
    follow: () => walk(({ kind }) => kind !== 'author'),
    followAuthors: () => walk(() => true),
    async guess(home: string) {
      const kinds = new Set(visit.pages.map((page) => page.kind));
      const links = commonSitePages(home, kinds, visit.pages[0]?.facts.lang ?? '');
      for (const link of links.slice(0, MAX_GUESSES)) if (!has(link.kind)) await go(link);
    },
  };
}

function note(visit: SiteVisit, url: string, outcome: FetchOutcome): void {
  if (outcome.kind === 'refused') visit.refused.push({ url, message: outcome.message });
  if (outcome.kind !== 'could-not-look') return;
  visit.unreached.push({ url, message: outcome.message, ...waitOf(outcome) });
}
