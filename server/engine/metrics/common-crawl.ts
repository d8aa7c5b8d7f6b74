// Zeus's own rating of domains, from the ranks of Common Crawl's web graph that the operator loaded (`npm run index -- add ranks`).
// Each rating names its release.
import type { Kdb } from '../../platform/db.ts';
import { ratingOf } from '../index/common-crawl/ranks/rank-rating.ts';
import { findRanks } from '../index/common-crawl/ranks/ranks.store.ts';
import { domainOf } from '../pages/page-url.ts';
import type { MetricsSource, StatedFigures } from './figures.ts';
import { figuresBy } from './stated-figures.ts';

export function commonCrawlMetrics(db: Kdb): MetricsSource {
  return {
    source: 'common-crawl',
    states: ['domainRating'],
    async *look(urls) {
      const found = await findRanks(db, urls.map(domainOf));
      const byDomain = new Map(found.map((rank) => [rank.name, rank]));
      yield figuresBy(urls, (url): StatedFigures | undefined => {
        const rank = byDomain.get(domainOf(url));
        return rank && { domainRating: ratingOf(rank.position, rank.domains), release: rank.release };
      });
    },
  };
}
