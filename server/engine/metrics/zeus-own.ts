// Ratings and link counts from our own link index, for the pages and domains it knows. It states no traffic.
import type { Kdb } from '../../platform/db.ts';
import { ratePages } from '../index/backlinks/rate-pages.ts';
import type { MetricsSource } from './figures.ts';
import { figuresBy, knownFigures } from './stated-figures.ts';

export function zeusOwnMetrics(db: Kdb): MetricsSource {
  return {
    source: 'zeus-own',
    states: ['domainRating', 'urlRating', 'referringDomains', 'dofollowBacklinks', 'totalBacklinks'],
    async *look(urls) {
      const rated = await ratePages(db, urls);
      yield figuresBy(urls, (url) => knownFigures({ ...rated.get(url) }));
    },
  };
}
