// Opens backlinks and Magic Search through search engines; null if no search engine is available.
import { pageFetcherOf } from '../../pages/fetcher-of.ts';
import { searchEnginesFor } from '../../search/sources.ts';
import type { SourceParts } from '../../vendors/open-sources.ts';
import type { BacklinkFinder } from '../find-backlinks.ts';
import type { MagicSearch } from '../magic-search.ts';
import { backlinksBySearch } from './backlinks.ts';
import { magicBySearch } from './magic.ts';
import { createPageReader, type PageReader, type ReaderLimits } from './page-reader.ts';
import type { BySearchParts } from './read-all.ts';

/** Four targets are looked up in parallel, each with this reader. */
const forBacklinks: ReaderLimits = { atOnce: 8, pageMs: 20_000, totalMs: 60_000 };
/** One search reads all pages of the campaign: at two seconds per page, the usual 200 take half a minute. */
const forMagic: ReaderLimits = { atOnce: 16, pageMs: 20_000, totalMs: 120_000 };

export function openBacklinksBySearch(ctx: SourceParts): BacklinkFinder | null {
  const parts = partsFor(ctx, 'backlinks', forBacklinks);
  return parts && backlinksBySearch(parts);
}

export function openMagicBySearch(ctx: SourceParts): MagicSearch | null {
  const parts = partsFor(ctx, 'magic', forMagic);
  return parts && magicBySearch(parts);
}

function partsFor(ctx: SourceParts, capability: 'backlinks' | 'magic', limits: ReaderLimits): BySearchParts | null {
  const searches = searchEnginesFor(ctx, capability);
  if (searches.length === 0) return null;
  const reader = readerFor(ctx, limits);
  return { db: ctx.db.kysely, searches, reader, limits: ctx.config.liveSources.bySearch[capability] };
}

type ReaderParts = Omit<Parameters<typeof pageFetcherOf>[0], 'outbound'>;

/** Reads the pages of a Magic Search, whichever source named them. */
export const magicReader = (ctx: ReaderParts): PageReader => readerFor(ctx, forMagic);

function readerFor({ config, db, practice }: ReaderParts, limits: ReaderLimits): PageReader {
  return createPageReader({
    ...{ db: db.kysely, limits },
    fetcherOf: (outbound) => pageFetcherOf({ config, db, outbound, practice }),
  });
}
