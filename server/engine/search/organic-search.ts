// The ordinary search results for a keyword. Each neighbour file is one way of searching; the order given is the order of trust.
import type { SearchPlace } from '../../../shared/search-place.ts';
import { believableText, believableTitle, believableUrl, countOrUnknown, ratingOrUnknown } from '../believable.ts';
import { type Call, firstThatFinds } from '../provider.ts';

export interface OrganicRequest {
  keyword: string;
  /** The first so many results. */
  limit: number;
  /** Of a vendor that answers page by page, no more pages than this: each is paid for. */
  resultPages?: number;
  /** A rare phrase: no result is a likely answer, even where a part of the search engines kept silent. */
  mayBeEmpty?: boolean;
  /** Sources that know no places ignore it; the others use `defaultPlace` when it is missing. */
  place?: SearchPlace;
}

export interface OrganicResult {
  url: string;
  title: string;
  description: string;
  /** Ratings of 0 to 100; -1: not known, as for every figure. */
  domainRating: number;
  urlRating: number;
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
  searchTraffic: number;
  trafficValue: number;
}

export interface FoundResult extends OrganicResult {
  /** Which provider stated it. */
  source: string;
}

export interface OrganicSearch {
  readonly source: string;
  /** Knows a small part of the web only: that it found nothing says little. */
  readonly knowsLittle?: boolean;
  /** Best first. Null: looked, none there. Throws ProviderError: could not look. */
  search(request: OrganicRequest, call: Call): Promise<OrganicResult[] | null>;
}

/** The results of the first that finds any, each address once. Throws ProviderError when none of them could look. */
export async function searchOrganic(
  providers: readonly OrganicSearch[],
  request: OrganicRequest,
  call: Call,
): Promise<FoundResult[]> {
  const found = await firstThatFinds(providers, call, async (provider) => {
    const results = await provider.search(request, call);
    return results && { results, source: provider.source };
  });
  if (!found) return [];
  const byUrl = new Map<string, FoundResult>();
  for (const result of found.results) {
    const url = believableUrl(result.url);
    if (url !== null && !byUrl.has(url)) byUrl.set(url, { ...believable(result, url), source: found.source });
  }
  return [...byUrl.values()].slice(0, request.limit);
}

function believable(result: OrganicResult, url: string): OrganicResult {
  return {
    url,
    title: believableTitle(result.title),
    description: believableText(result.description),
    domainRating: ratingOrUnknown(result.domainRating),
    urlRating: ratingOrUnknown(result.urlRating),
    referringDomains: countOrUnknown(result.referringDomains),
    dofollowBacklinks: countOrUnknown(result.dofollowBacklinks),
    totalBacklinks: countOrUnknown(result.totalBacklinks),
    searchTraffic: countOrUnknown(result.searchTraffic),
    trafficValue: countOrUnknown(result.trafficValue),
  };
}
