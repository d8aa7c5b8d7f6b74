// Organic search in our own link index.
import type { Kdb } from '../../platform/db.ts';
import { searchIndex } from '../index/search/search-index.ts';
import type { OrganicSearch } from './organic-search.ts';

/** As in other search engines, more than two results from one site would crowd out the rest. */
const perDomain = 2;

export function zeusOwnSearch(db: Kdb): OrganicSearch {
  return {
    source: 'zeus-own',
    knowsLittle: true,
    async search({ keyword, limit }) {
      const found = await searchIndex(db, { keyword, limit, perDomain });
      return found.length > 0 ? found : null;
    },
  };
}
