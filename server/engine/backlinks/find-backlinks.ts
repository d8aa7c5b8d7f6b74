// Who links to a page with followed links. Providers are tried in the given order.
import type { SearchPlace } from '../../../shared/search-place.ts';
import type { Call } from '../provider.ts';
import { firstWithLittle } from './first-with-little.ts';
import { believableBacklinks, type FoundBacklink, type RatingRange, type StatedBacklink } from './found-backlink.ts';

export interface BacklinkRequest extends RatingRange {
  url: string;
  /** The page's title, if a source stated it. */
  title?: string;
  limit: number;
  /** The campaign's country and language; most sources ignore it. */
  place?: SearchPlace;
  /** Linking domains that earlier finders found; others are worth more. */
  knownDomains?: ReadonlySet<string>;
}

export interface BacklinkFinder {
  readonly source: string;
  /** Covers only a small part of the web, so finding nothing means little. */
  readonly knowsLittle?: boolean;
  /** Strongest first. Null: looked, none there. Throws ProviderError: could not look. */
  find(request: BacklinkRequest, call: Call): Promise<StatedBacklink[] | null>;
}

/** Backlinks of the first finder with any, plus those of earlier ones with small coverage. Throws ProviderError if none could look. */
export async function findBacklinks(
  finders: readonly BacklinkFinder[],
  request: BacklinkRequest,
  call: Call,
): Promise<FoundBacklink[]> {
  const knownDomains = new Set<string>();
  return firstWithLittle(finders, { enough: request.limit, call }, async (finder) => {
    const stated = await finder.find({ ...request, knownDomains }, call);
    const found = stated && believableBacklinks(stated, request, finder.source);
    for (const { domain } of found ?? []) knownDomains.add(domain);
    return found;
  });
}
