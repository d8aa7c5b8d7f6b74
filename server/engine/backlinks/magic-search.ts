// Magic Search: pages about a keyword that are worth a link, out of a database of pages rather than a search engine.
import type { SearchPlace } from '../../../shared/search-place.ts';
import type { Call } from '../provider.ts';
import { firstWithLittle } from './first-with-little.ts';
import { believableBacklinks, type FoundBacklink, type RatingRange, type StatedBacklink } from './found-backlink.ts';

export interface MagicRequest extends RatingRange {
  keyword: string;
  minWords: number;
  /** Monthly visits. Pages of unknown traffic pass when nobody could state it. */
  minTraffic: number;
  limit: number;
  /** Sources that know no places ignore it. */
  place?: SearchPlace;
}

export interface MagicSearch {
  readonly source: string;
  /** Knows a small part of the web only: that it found nothing says little. */
  readonly knowsLittle?: boolean;
  /** Best first, one page a domain. Null: looked, none there. Throws ProviderError: could not look. */
  search(request: MagicRequest, call: Call): Promise<StatedBacklink[] | null>;
}

/** The pages of the first that finds any, and those of sources before it that know little. Throws ProviderError when none could look. */
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
