// Backlinks and Magic Search in our own link index.
import type { Kdb } from '../../platform/db.ts';
import { findBacklinks } from '../index/backlinks/find-backlinks.ts';
import type { IndexReader } from '../index/engine/index-engine.ts';
import { searchIndex } from '../index/search/search-index.ts';
import type { BacklinkFinder } from './find-backlinks.ts';
import type { MagicSearch } from './magic-search.ts';

const source = 'zeus-own';

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

/** `statesTraffic`: whether a source of traffic is configured; without one, unknown traffic passes the minimum. */
export function zeusOwnMagic(
  db: Kdb,
  { statesTraffic, sample }: { statesTraffic: boolean; sample?: IndexReader | undefined },
): MagicSearch {
  return {
    source,
    knowsLittle: true,
    async search(request) {
      const query = { ...request, perDomain: 1, unknownTrafficPasses: !statesTraffic };
      const found = await searchIndex(db, query, sample);
      if (found.length === 0) return null;
      // Magic Search shows traffic instead of the URL rating, hence -1.
      return found.map((page) => ({ ...page, urlFrom: page.url, urlTo: null, anchor: '', rel: '', urlRating: -1 }));
    },
  };
}
