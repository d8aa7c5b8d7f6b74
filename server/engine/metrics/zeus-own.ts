// Ratings and link counts from our own link index, for the pages and domains it knows. It states no traffic.
import type { Kdb } from '../../platform/db.ts';
import { ratePages } from '../index/backlinks/rate-pages.ts';
import type { Figures, MetricsSource } from './figures.ts';
import { knownFigures } from './stated-figures.ts';

export function zeusOwnMetrics(db: Kdb): MetricsSource {
  return {
    source: 'zeus-own',
    states: ['domainRating', 'urlRating', 'referringDomains', 'dofollowBacklinks', 'totalBacklinks'],
    async *look(urls) {
      const rated = await ratePages(db, urls);
      yield new Map(
        [...rated].flatMap(([url, stated]): [string, Figures][] => {
          const figures = knownFigures({ ...stated });
          return figures ? [[url, figures]] : [];
        }),
      );
    },
  };
}
