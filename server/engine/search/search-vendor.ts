// Organic search at a vendor that answers page by page. Each page is a question of its own, so an interrupted search
// resumes where it stopped without paying again.
import { z } from 'zod';
import { defaultPlace, type SearchPlace } from '../../../shared/search-place.ts';
import type { PublicationDates } from '../../../shared/targeting-values.ts';
import { believableText, believableTitle, believableUrl } from '../believable.ts';
import type { Call } from '../provider.ts';
import { askVendor } from '../vendors/ask-vendor.ts';
import {
  unlessUseful,
  type Vendor,
  type VendorAnswer,
  type VendorContext,
  type VendorReply,
  type VendorRequest,
} from '../vendors/vendor.ts';
import type { OrganicResult, OrganicSearch } from './organic-search.ts';
import type { DateSupport } from './publication-dates.ts';
import { queryText } from './query-text.ts';

/** A page of results as the vendor states them. */
export const hitPage = z.object({
  hits: z.array(z.object({ url: z.string(), title: z.string(), description: z.string() })),
  /** Whether there is another page. */
  hasMore: z.boolean(),
});
export type HitPage = z.infer<typeof hitPage>;
type StatedHit = HitPage['hits'][number];

/** One page of results. Its fields identify the stored answer. */
export interface PageQuery {
  /** The question, with its operators. */
  keyword: string;
  place: SearchPlace;
  /** Starts at 1. */
  page: number;
  dates?: PublicationDates;
}

export interface SearchVendor extends Vendor {
  readonly dates: DateSupport;
  /** Maximum number of pages that exist or are worth asking for. */
  readonly maxPages: number;
  /** The most units a page can cost. */
  readonly unitsPerPage: number;
  pageRequest(account: VendorContext['account'], query: PageQuery): VendorRequest;
  /** Throws ProviderError. `page` starts at 1. */
  readPage(reply: VendorReply, asked: { page: number; mayBeEmpty: boolean }): VendorAnswer<HitPage>;
}

/** How the answers of a vendor are used. */
export interface SearchUse {
  /** The capability charged in the ledger. Capabilities do not share answers. */
  capability: string;
  /** How long a page of results is reused. */
  lifetimeSeconds: number;
}

export function searchByPages(
  context: VendorContext & { vendor: SearchVendor },
  { capability, lifetimeSeconds }: SearchUse,
): OrganicSearch {
  const { vendor, account } = context;
  const askPage = (query: PageQuery, mayBeEmpty: boolean, call: Call) =>
    askVendor<HitPage>(
      context,
      {
        ...{ capability, identity: query, schema: hitPage, lifetimeSeconds, maxUnits: vendor.unitsPerPage },
        request: vendor.pageRequest(account, query),
        read(reply) {
          const { answer, ...spent } = vendor.readPage(reply, { page: query.page, mayBeEmpty });
          return { ...spent, answer: answer && believableHits(answer) };
        },
      },
      call,
    );
  return {
    source: vendor.source,
    dates: vendor.dates,
    async search(request, call) {
      const { limit, place = defaultPlace, dates, resultPages = vendor.maxPages, mayBeEmpty = false } = request;
      const query = { keyword: queryText(request), place, ...(dates && { dates }) };
      const byUrl = new Map<string, StatedHit>();
      for (let page = 1; page <= Math.min(resultPages, vendor.maxPages) && byUrl.size < limit; page += 1) {
        const found = await askPage({ ...query, page }, mayBeEmpty, call).catch(unlessUseful(byUrl.size > 0));
        const known = byUrl.size;
        for (const hit of found?.hits ?? []) if (!byUrl.has(hit.url)) byUrl.set(hit.url, hit);
        // A page without new results means there are no more.
        if (!found?.hasMore || byUrl.size === known) break;
      }
      return byUrl.size > 0 ? [...byUrl.values()].slice(0, limit).map(withoutFigures) : null;
    },
  };
}

/** Drops results without a valid web address and trims the rest to what can be stored. */
export function believableHits({ hits, hasMore }: HitPage): HitPage | null {
  const kept = hits.flatMap(({ url, title, description }) => {
    const address = believableUrl(url);
    if (address === null) return [];
    return [{ url: address, title: believableTitle(title), description: believableText(description) }];
  });
  return kept.length > 0 || hasMore ? { hits: kept, hasMore } : null;
}

/** Search engines state no ratings, links or traffic. */
export function withoutFigures(hit: StatedHit): OrganicResult {
  const ratings = { domainRating: -1, urlRating: -1, searchTraffic: -1, trafficValue: -1 };
  return { ...hit, ...ratings, referringDomains: -1, dofollowBacklinks: -1, totalBacklinks: -1 };
}
