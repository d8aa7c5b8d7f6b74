// Who links to a page, with links that are followed. Each provider is one way of knowing; the order given is the order of trust.
import type { SearchPlace } from '../../../shared/search-place.ts';
import type { Call } from '../provider.ts';
import { firstWithLittle } from './first-with-little.ts';
import { believableBacklinks, type FoundBacklink, type RatingRange, type StatedBacklink } from './found-backlink.ts';

export interface BacklinkRequest extends RatingRange {
  url: string;
  /** Of the page, where somebody has stated it. */
  title?: string;
  limit: number;
  /** Where the campaign searches; most sources know no places. */
  place?: SearchPlace;
}

export interface BacklinkFinder {
  readonly source: string;
  /** Knows a small part of the web only: that it found nothing says little. */
  readonly knowsLittle?: boolean;
  /** Strongest first. Null: looked, none there. Throws ProviderError: could not look. */
  find(request: BacklinkRequest, call: Call): Promise<StatedBacklink[] | null>;
}

/** The backlinks of the first that knows any, and those of finders before it that know little. Throws ProviderError when none could look. */
export async function findBacklinks(
  finders: readonly BacklinkFinder[],
  request: BacklinkRequest,
  call: Call,
): Promise<FoundBacklink[]> {
  return firstWithLittle(finders, { enough: request.limit, call }, async (finder) => {
    const stated = await finder.find(request, call);
    return stated && believableBacklinks(stated, request, finder.source);
  });
}
