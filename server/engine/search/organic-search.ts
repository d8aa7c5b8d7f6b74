// Organic search results for a keyword. Each neighboring file is one provider; they are tried in the given order.
import type { SearchPlace } from '../../../shared/search-place.ts';
import type { Footprint, PublicationDates } from '../../../shared/targeting-values.ts';
import { believableText, believableTitle, believableUrl, countOrUnknown, ratingOrUnknown } from '../believable.ts';
import { type Call, firstThatFinds, ProviderError } from '../provider.ts';
import { type DateSupport, supportsDates } from './publication-dates.ts';

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
  /** Words and phrases that every page must contain, and that none may contain. */
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  /** The kind of page; any if it is missing. */
  footprint?: Footprint | undefined;
  /** When pages were published. Only sources that support it are asked. */
  dates?: PublicationDates | undefined;
}

/** A search for several kinds of pages. */
export interface TargetedRequest extends Omit<OrganicRequest, 'footprint'> {
  /** None: all pages. */
  footprints?: readonly Footprint[] | undefined;
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
  /** How it can filter by date; not at all if missing. */
  readonly dates?: DateSupport;
  /** Best first. Null: looked, none there. Throws ProviderError: could not look. */
  search(request: OrganicRequest, call: Call): Promise<OrganicResult[] | null>;
}

/**
 * Results of the first provider that finds any, without duplicate URLs. Each kind of page is a search of its own; their results
 * take turns. Throws ProviderError if no provider could look.
 */
export async function searchOrganic(
  providers: readonly OrganicSearch[],
  { footprints = [], ...request }: TargetedRequest,
  call: Call,
): Promise<FoundResult[]> {
  const able = providers.filter(({ dates }) => supportsDates(dates, request.dates));
  if (able.length === 0 && providers.length > 0) {
    throw new ProviderError('search', 'No search source can filter by date.', { kind: 'bad_request' });
  }
  const kinds = footprints.length > 0 ? footprints : [undefined];
  const lists: FoundResult[][] = [];
  for (const [index, footprint] of kinds.entries()) {
    const left = request.limit - lists.flat().length;
    // What one kind of page lacks, the next ones may fill.
    const limit = Math.ceil(left / (kinds.length - index));
    lists.push(await searchOne(able, { ...request, footprint, limit }, call));
  }
  const byUrl = new Map(takingTurns(lists).map((result) => [result.url, result]));
  return [...byUrl.values()].slice(0, request.limit);
}

/** The first of each list, then the second of each, and so on. */
function takingTurns<Row>(lists: readonly Row[][]): Row[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

async function searchOne(
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
