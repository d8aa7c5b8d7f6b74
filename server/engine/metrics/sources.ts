// The sources of ratings, link counts and traffic: vendors, our own index and, on the practice web, its metrics.
import type { Practice } from '../../platform/context.ts';
import { ahrefs } from '../vendors/ahrefs.ts';
import { dataForSeo } from '../vendors/dataforseo.ts';
import { moz } from '../vendors/moz.ts';
import { openSources, type SourceParts } from '../vendors/open-sources.ts';
import { ahrefsMetrics } from './ahrefs.ts';
import { commonCrawlMetrics } from './common-crawl.ts';
import { dataForSeoRatings, dataForSeoTraffic } from './dataforseo.ts';
import type { MetricsSource } from './figures.ts';
import { mozMetrics } from './moz.ts';
import { openPageRank, openPageRankMetrics } from './openpagerank.ts';
import { practiceMetrics } from './practice-metrics.ts';
import { zeusOwnMetrics } from './zeus-own.ts';

type Parts = SourceParts & { practice?: Pick<Practice, 'port'> & Partial<Practice> };

export function metricsSources(ctx: Parts): MetricsSource[] {
  const opened = openSources<'metrics', MetricsSource[]>(ctx, 'metrics', {
    vendors: {
      ahrefs: (context, lifetime) => [ahrefsMetrics({ ...context, vendor: ahrefs }, lifetime)],
      dataforseo: (context, lifetime) => [
        dataForSeoRatings({ ...context, vendor: dataForSeo }, lifetime),
        dataForSeoTraffic({ ...context, vendor: dataForSeo }, lifetime),
      ],
      moz: (context, lifetime) => [mozMetrics({ ...context, vendor: moz }, lifetime)],
      openpagerank: (context, lifetime) => [openPageRankMetrics({ ...context, vendor: openPageRank }, lifetime)],
    },
    others: { ranks: () => [commonCrawlMetrics(ctx.db.kysely)], own: () => [zeusOwnMetrics(ctx.db.kysely)] },
  });
  // Figures of made-up sites must never mix with figures of the real web.
  const { metricsUrl } = ctx.practice ?? {};
  return [...opened.flat(), ...(metricsUrl === undefined ? [] : [practiceMetrics(metricsUrl)])];
}
