// Organic search results for a keyword. Each neighboring file is one provider; they are tried in the given order.
import type { SearchPlace } from '../../../shared/search-place.ts';
import { believableText, believableTitle, believableUrl, countOrUnknown, ratingOrUnknown } from '../believable.ts';
import { type Call, firstThatFinds } from '../provider.ts';

export interface OrganicRequest {
  keyword: string;
  /** Maximum number of results. */
  limit: number;
  /** Maximum number of result pages to buy from a vendor that charges by the page. */
  resultPages?: number;
  /** True for rare phrases: an empty result is plausible even if some of the search engines did not answer. */
  mayBeEmpty?: boolean;
  /** Sources that know no places ignore it; the others fall back to `defaultPlace`. */
  place?: SearchPlace;
}

export interface OrganicResult {
  url: string;
  title: string;
  description: string;
  /** Ratings are 0 to 100. In all figures, -1 means unknown. */
  domainRating: number;
  urlRating: number;
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
  searchTraffic: number;
  trafficValue: number;
}

export interface FoundResult extends OrganicResult {
  /** The provider that returned it. */
  source: string;
}

export interface OrganicSearch {
  readonly source: string;
  /** Covers only a small part of the web, so finding nothing means little. */
  readonly knowsLittle?: boolean;
  /** Best first. Null: looked, none there. Throws ProviderError: could not look. */
  search(request: OrganicRequest, call: Call): Promise<OrganicResult[] | null>;
}

/** Results of the first provider that finds any, without duplicate URLs. Throws ProviderError if no provider could look. */
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
