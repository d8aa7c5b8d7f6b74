// Crawls sites into the index in the background. A worker that dies is followed by one that goes on where it was.
import type { Context } from '../../platform/context.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { practiceMetrics } from '../metrics/practice-metrics.ts';
import { pageFetcherOf } from '../pages/fetcher-of.ts';
import { crawlSites } from './crawl/crawl-sites.ts';

type Parts = Pick<Context, 'config' | 'db' | 'outbound' | 'practice'>;

export function crawlIndexJob(ctx: Parts): JobHandler<{ urls: string[] }> {
  const { db, outbound, practice } = ctx;
  const fetcher = pageFetcherOf(ctx);
  const metrics = practice ? [practiceMetrics(practice.metricsUrl)] : [];
  return {
    async run({ urls }, { log, signal }) {
      const started = performance.now();
      const reports = await crawlSites({ db, fetcher, outbound, log }, { urls, metrics, signal });
      const pages = reports.reduce((sum, report) => sum + report.pages, 0);
      log.info({ sites: reports.length, pages, ms: Math.round(performance.now() - started) }, 'index crawled');
    },
  };
}
