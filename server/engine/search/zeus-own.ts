// Organic search in our own link index.

import { defaultPlace } from '../../../shared/search-place.ts';
import type { Kdb } from '../../platform/db.ts';
import type { IndexReader } from '../index/engine/index-engine.ts';
import { searchIndex } from '../index/search/search-index.ts';
import { footprintPhrase } from './footprints.ts';
import type { OrganicSearch } from './organic-search.ts';

/** As in other search engines, more than two results from one site would crowd out the rest. */
const perDomain = 2;

/** Without a sample, crawled pages only. */
export function zeusOwnSearch(db: Kdb, sample?: IndexReader): OrganicSearch {
  return {
    source: 'zeus-own',
    knowsLittle: true,
    async search({ keyword, limit, include = [], exclude, footprint, place = defaultPlace }) {
      const phrase = footprint === undefined ? [] : [footprintPhrase(footprint, place.language)];
      const query = { keyword, limit, perDomain, include: [...include, ...phrase], exclude };
      const found = await searchIndex(db, query, sample);
      return found.length > 0 ? found : null;
    },
  };
}
