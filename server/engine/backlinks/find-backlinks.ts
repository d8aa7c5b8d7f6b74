// Who links to a page, with links that are followed. Each provider is one way of knowing; the order given is the order of trust.
import { type Call, firstThatFinds } from '../provider.ts';
import { believableBacklinks, type FoundBacklink, type RatingRange, type StatedBacklink } from './found-backlink.ts';

export interface BacklinkRequest extends RatingRange {
  url: string;
  limit: number;
}

export interface BacklinkFinder {
  readonly source: string;
  /** Knows a small part of the web only: that it found nothing says little. */
  readonly knowsLittle?: boolean;
  /** Strongest first. Null: looked, none there. Throws ProviderError: could not look. */
  find(request: BacklinkRequest, call: Call): Promise<StatedBacklink[] | null>;
}

/** The backlinks of the first that knows any. Throws ProviderError when none of them could look. */
export async function findBacklinks(
  finders: readonly BacklinkFinder[],
  request: BacklinkRequest,
  call: Call,
): Promise<FoundBacklink[]> {
  const found = await firstThatFinds(finders, call, async (finder) => {
    const stated = await finder.find(request, call);
    return stated && believableBacklinks(stated, request, finder.source);
  });
  return found ?? [];
}
