// Backlinks and Magic Search in our own link index. Magic Search reads the pages of the sample before it names them, because nothing
// later would notice that one is gone.
import type { Kdb } from '../../platform/db.ts';
import { findBacklinks } from '../index/backlinks/find-backlinks.ts';
import type { IndexReader } from '../index/engine/index-engine.ts';
import type { FoundPage } from '../index/search/search.store.ts';
import { searchIndex } from '../index/search/search-index.ts';
import { domainOf } from '../pages/page-url.ts';
import type { Call } from '../provider.ts';
import { fits } from './by-search/magic.ts';
import { isContent, type PageRead } from './by-search/page-content.ts';
import type { PageReader } from './by-search/page-reader.ts';
import { checkReached } from './by-search/read-all.ts';
import type { BacklinkFinder } from './find-backlinks.ts';
import type { MagicRequest, MagicSearch } from './magic-search.ts';

const source = 'zeus-own';
/** How many times more pages to look up in a sample than are wanted: some are gone. */
const spare = 1.5;

/** Without a sample, crawled pages only; the same in Magic Search. */
export function zeusOwnBacklinks(db: Kdb, sample?: IndexReader): BacklinkFinder {
  return {
    source,
    knowsLittle: true,
    async find({ url, ...request }) {
      const found = await findBacklinks(db, { url }, request, sample);
      return found.length > 0 ? found : null;
    },
  };
}

/** A page sample, and what reads its pages. */
export interface MagicSample {
  index: IndexReader;
  reader: PageReader;
}

/** `statesTraffic`: whether a source of traffic is configured; without one, unknown traffic passes the minimum. */
export function zeusOwnMagic(
  db: Kdb,
  { statesTraffic, sample }: { statesTraffic: boolean; sample?: MagicSample | undefined },
): MagicSearch {
  return {
    source,
    knowsLittle: true,
    async search(request, call) {
      const limit = sample ? Math.ceil(request.limit * spare) : request.limit;
      const query = { ...request, limit, perDomain: 1, unknownTrafficPasses: !statesTraffic };
      const listed = await searchIndex(db, query, sample?.index);
      const found = sample ? await stillThere(sample.reader, listed, request, call) : listed;
      if (found.length === 0) return null;
      // Magic Search shows traffic instead of the URL rating, hence -1.
      return found
        .slice(0, request.limit)
        .map((page) => ({ ...page, urlFrom: page.url, urlTo: null, anchor: '', rel: '', urlRating: -1 }));
    },
  };
}

/** Without sampled pages that could not be read, or no longer fit. Throws ProviderError if there are no others and no site answered. */
async function stillThere(
  reader: PageReader,
  found: readonly FoundPage[],
  request: MagicRequest,
  call: Call,
): Promise<FoundPage[]> {
  const sampled = found.filter(({ isSampled }) => isSampled).map(({ url }) => url);
  const isEnough = (soFar: ReadonlyMap<string, PageRead>) =>
    [...soFar.values()].filter((read) => isContent(read) && fits(read, request)).length >= request.limit;
  const reads = await reader.read(sampled, { call, isEnough });
  if (sampled.length === found.length) checkReached(source, reads);
  const readOf = new Map(sampled.map((url, index) => [url, reads[index]]));
  return found.flatMap((page) => {
    if (!page.isSampled) return page;
    const read = readOf.get(page.url);
    const isThere = isContent(read) && domainOf(read.url) === domainOf(page.url) && fits(read, request);
    return isThere ? { ...page, url: read.url, title: read.title } : [];
  });
}
