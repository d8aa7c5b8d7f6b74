// Magic Search without a database of pages: search engines are asked for several variants of the keyword, and Zeus reads each page
// they return to count its words. Traffic is looked up afterwards, as for all sources.
import { defaultPlace } from '../../../../shared/search-place.ts';
import type { Kdb } from '../../../platform/db.ts';
import { ratePages } from '../../index/backlinks/rate-pages.ts';
import { domainOf } from '../../pages/page-url.ts';
import { wordOperators } from '../../search/query-text.ts';
import type { StatedBacklink } from '../found-backlink.ts';
import { hasWords } from '../has-words.ts';
import type { MagicRequest, MagicSearch } from '../magic-search.ts';
import { isAbout } from './about.ts';
import { findCandidates } from './candidates.ts';
import { isContent, type PageContent, type PageRead } from './page-content.ts';
import { magicQueries } from './query-forms.ts';
import { type BySearchParts, bySearch, readAll } from './read-all.ts';

/** Twenty to sixty pages per variant, most of them found by several variants. */
const resultPages = 3;

export function magicBySearch({ db, searches, reader, limits }: BySearchParts): MagicSearch {
  return {
    source: bySearch,
    async search(request, call) {
      const { keyword, place = defaultPlace } = request;
      const most = request.someAreDropped ? limits.pages : request.limit;
      const operators = wordOperators(request);
      const queries = magicQueries(keyword, place.language, limits.queries).map(({ text, isRare }) => ({
        ...{ text: [text, operators].filter(Boolean).join(' '), isRare: isRare || operators !== '' },
      }));
      const asking = { place, resultPages, perDomain: 1, most: limits.pages };
      const candidates = await findCandidates(searches, queries, asking, call);
      const isEnough = (soFar: ReadonlyMap<string, PageRead>) => fitting([...soFar.values()], request).length >= most;
      const pages = await readAll(reader, candidates, { call, isEnough });
      const found = await rate(db, fitting(pages, request), request);
      return found.length === 0 ? null : found.slice(0, most);
    },
  };
}

const single = (terms: readonly string[] = []) => terms.filter((term) => /^[\p{L}\p{M}\p{N}]+$/u.test(term));

/** Whether a page that was read is about the keyword, long enough and indexable. */
export function fits(page: PageContent, { keyword, minWords, include, exclude }: MagicRequest): boolean {
  if (!page.listed || page.words < minWords || !isAbout(keyword, page.terms)) return false;
  // Only single words can be looked up in what is stored of a page; phrases are left to the search engine.
  return hasWords(page.terms, { include: single(include), exclude: single(exclude) });
}

/** Those that fit, the first of each domain. */
function fitting(reads: readonly PageRead[], request: MagicRequest): PageContent[] {
  const byDomain = new Map<string, PageContent>();
  for (const page of reads) {
    if (!isContent(page) || !fits(page, request)) continue;
    // Two candidates may redirect to the same site.
    const domain = domainOf(page.url);
    if (!byDomain.has(domain)) byDomain.set(domain, page);
  }
  return [...byDomain.values()];
}

/** Removes pages that our own index rates outside the range; unknown ratings pass. */
async function rate(
  db: Kdb,
  pages: readonly PageContent[],
  { minDomainRating, maxDomainRating }: MagicRequest,
): Promise<StatedBacklink[]> {
  const ratings = await ratePages(
    db,
    pages.map(({ url }) => url),
  );
  return pages.flatMap(({ url, title }) => {
    const { domainRating = -1 } = ratings.get(url) ?? {};
    if (domainRating >= 0 && (domainRating < minDomainRating || domainRating > maxDomainRating)) return [];
    // Magic Search shows traffic instead of the URL rating, hence -1.
    const unknown = { urlRating: -1, searchTraffic: -1, trafficValue: -1 };
    return [{ urlFrom: url, urlTo: null, title, anchor: '', rel: '', domainRating, ...unknown }];
  });
}
