// Backlinks and Magic Search in our own link index.
import type { Kdb } from '../../platform/db.ts';
import { findBacklinks } from '../index/backlinks/find-backlinks.ts';
import { searchIndex } from '../index/search/search-index.ts';
import type { BacklinkFinder } from './find-backlinks.ts';
import type { MagicSearch } from './magic-search.ts';

const source = 'zeus-own';

export function zeusOwnBacklinks(db: Kdb): BacklinkFinder {
  return {
    source,
    knowsLittle: true,
    async find({ url, ...request }) {
      const found = await findBacklinks(db, { url }, request);
      return found.length > 0 ? found : null;
    },
  };
}

/** `statesTraffic`: whether a source of traffic is configured; without one, unknown traffic passes the minimum. */
export function zeusOwnMagic(db: Kdb, { statesTraffic }: { statesTraffic: boolean }): MagicSearch {
  return {
    source,
    knowsLittle: true,
    async search(request) {
      const found = await searchIndex(db, { ...request, perDomain: 1, unknownTrafficPasses: !statesTraffic });
      if (found.length === 0) return null;
      // Magic Search shows traffic instead of the URL rating, hence -1.
      return found.map((page) => ({ ...page, urlFrom: page.url, urlTo: null, anchor: '', rel: '', urlRating: -1 }));
    },
  };
}
