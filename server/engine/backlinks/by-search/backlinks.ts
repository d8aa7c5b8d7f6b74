// Backlinks without a link database: search engines return pages that may link to the target, and Zeus reads each of them.
// Only pages with a followed link to the target are delivered.
import type { Kdb } from '../../../platform/db.ts';
import { ratePages } from '../../index/backlinks/rate-pages.ts';
import { domainOf } from '../../pages/page-url.ts';
import type { Call } from '../../provider.ts';
import type { BacklinkFinder } from '../find-backlinks.ts';
import type { StatedBacklink } from '../found-backlink.ts';
import { findCandidates } from './candidates.ts';
import { isTarget, type LinkTarget, linksToSite, linkTo, targetOf } from './link-target.ts';
import { type FollowedLink, isContent, type PageContent } from './page-content.ts';
import type { PageReader } from './page-reader.ts';
import { backlinkQueries } from './query-forms.ts';
import { type BySearchParts, bySearch, readAll } from './read-all.ts';

/** One page per domain is delivered; a second one is read in case the first has no link. */
const perDomain = 2;
/** Links to other addresses of the target's site are requested to see whether they redirect to the target. */
const maxResolved = 5;

export function backlinksBySearch({ db, searches, reader, limits }: BySearchParts): BacklinkFinder {
  return {
    source: bySearch,
    async find(request, call) {
      const [read] = await reader.read([request.url], { call });
      const own = isContent(read) ? read : null;
      const target = targetOf(request.url, own);
      const title = (own?.isItself && own.title) || request.title || '';
      const queries = backlinkQueries({ url: request.url, title }, limits.queries);
      const asking = { place: request.place, resultPages: 1, except: target.domain, perDomain, most: limits.pages };
      const candidates = await findCandidates(searches, queries, asking, call);
      const pages = await readAll(reader, candidates, { call });
      const found = await proven(reader, target, pages, call);
      const strongest = onePerDomain(await withRatings(db, found));
      return strongest.length === 0 ? null : strongest.slice(0, request.limit);
    },
  };
}

/** The pages that link to the target, directly or through an address that permanently redirects to it. */
async function proven(
  reader: PageReader,
  target: LinkTarget,
  pages: readonly PageContent[],
  call: Call,
): Promise<StatedBacklink[]> {
  const direct = pages.map((page) => ({ page, link: linkTo(target, page.links) }));
  const open = direct.flatMap(({ page, link }) => (link ? [] : linksToSite(target, page.links)));
  const others = [...new Set(open.map(({ to }) => to))].slice(0, maxResolved);
  const moved = await movedToTarget(reader, target, others, call);
  const byUrl = new Map<string, StatedBacklink>();
  for (const { page, link = page.links.find(({ to }) => moved.has(to)) } of direct) {
    if (link) byUrl.set(page.url, stated(page, link));
  }
  return [...byUrl.values()];
}

async function movedToTarget(
  reader: PageReader,
  target: LinkTarget,
  urls: readonly string[],
  call: Call,
): Promise<Set<string>> {
  const reads = await reader.read(urls, { call });
  return new Set(
    urls.filter((_, index) => {
      const read = reads[index];
      return isContent(read) && isTarget(target, read);
    }),
  );
}

function stated(page: PageContent, link: FollowedLink): StatedBacklink {
  return {
    ...{ urlFrom: page.url, urlTo: link.to, title: page.title, anchor: link.anchor, rel: '' },
    ...{ domainRating: -1, urlRating: -1, searchTraffic: -1, trafficValue: -1 },
  };
}

/** Adds what our own index knows about these pages; the rest stays unknown. */
async function withRatings(db: Kdb, found: readonly StatedBacklink[]): Promise<StatedBacklink[]> {
  const ratings = await ratePages(
    db,
    found.map(({ urlFrom }) => urlFrom),
  );
  return found.map((one) => ({ ...one, ...ratings.get(one.urlFrom) }));
}

/** Strongest domains first, with the page of each that the search engines ranked first. */
function onePerDomain(found: readonly StatedBacklink[]): StatedBacklink[] {
  const byDomain = new Map<string, StatedBacklink>();
  for (const one of found) {
    const domain = domainOf(one.urlFrom);
    if (!byDomain.has(domain)) byDomain.set(domain, one);
  }
  return [...byDomain.values()].sort((a, b) => b.domainRating - a.domainRating);
}
