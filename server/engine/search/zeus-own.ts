// Organic search in our own link index.

import { defaultPlace } from '../../../shared/search-place.ts';
import type { Kdb } from '../../platform/db.ts';
import { searchIndex } from '../index/search/search-index.ts';
import { footprintPhrase } from './footprints.ts';
import type { OrganicSearch } from './organic-search.ts';

/** As in other search engines, more than two results from one site would crowd out the rest. */
const perDomain = 2;

export function zeusOwnSearch(db: Kdb): OrganicSearch {
  return {
    source: 'zeus-own',
    knowsLittle: true,
    async search({ keyword, limit, include = [], exclude, footprint, place = defaultPlace }) {
      const phrase = footprint === undefined ? [] : [footprintPhrase(footprint, place.language)];
      const found = await searchIndex(db, { keyword, limit, perDomain, include: [...include, ...phrase], exclude });
      return found.length > 0 ? found : null;
    },
  };
}
