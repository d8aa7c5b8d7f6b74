// Magic Search: pages about a keyword that are worth a link, from a database of pages rather than a search engine.
import type { SearchPlace } from '../../../shared/search-place.ts';
import type { Call } from '../provider.ts';
import { firstWithLittle } from './first-with-little.ts';
import { believableBacklinks, type FoundBacklink, type RatingRange, type StatedBacklink } from './found-backlink.ts';

export interface MagicRequest extends RatingRange {
  keyword: string;
  minWords: number;
  /** Monthly visits. Pages with unknown traffic pass if no source could state it. */
  minTraffic: number;
  limit: number;
  /** Figures that are looked up later may drop pages, so a source to which more pages cost nothing returns more than `limit`. */
  someAreDropped?: boolean;
  /** Sources that know no places ignore it. */
  place?: SearchPlace;
  /** Words and phrases that every page must contain, and that none may contain. */
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
}

export interface MagicSearch {
  readonly source: string;
  /** Covers only a small part of the web, so finding nothing means little. */
  readonly knowsLittle?: boolean;
  /** Best first, one page per domain. Null: looked, none there. Throws ProviderError: could not look. */
  search(request: MagicRequest, call: Call): Promise<StatedBacklink[] | null>;
}

/** Pages of the first source with any, plus those of earlier ones with small coverage. Throws ProviderError if none could look. */
export async function searchMagic(
  searches: readonly MagicSearch[],
  request: MagicRequest,
  call: Call,
): Promise<FoundBacklink[]> {
  return firstWithLittle(searches, { enough: request.limit, call }, async (one) => {
    const stated = await one.search(request, call);
    return stated && believableBacklinks(stated, request, one.source);
  });
}
