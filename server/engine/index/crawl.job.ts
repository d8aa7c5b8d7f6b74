// Crawls sites into the index in the background. If a worker dies, another one continues. Sites that ask for a pause are
// continued by a later job, so that no worker waits for them.
import type { Context } from '../../platform/context.ts';
import type { JobHandler, SystemJob } from '../../platform/queue/job.ts';
import { practiceMetrics } from '../metrics/practice-metrics.ts';
import { pageFetcherOf } from '../pages/fetcher-of.ts';
import type { RenderLinks } from './crawl/crawl-context.ts';
import { LEASE_SECONDS } from './crawl/crawl-site.ts';
import { crawlUnrated } from './crawl/crawl-sites.ts';

type Parts = Pick<Context, 'config' | 'db' | 'outbound' | 'practice' | 'queue'>;

export interface CrawlOrder {
  urls: string[];
  /** Only sites whose crawl has not finished. */
  resume?: boolean | undefined;
}

interface CrawlOrders {
  /** The job this handles. It enqueues itself for the sites to resume. */
  job: SystemJob<CrawlOrder>;
  /** Called at the end of every crawl, so that crawls ending together are rated together. */
  orderRating: () => Promise<void>;
  /** For start pages that are empty until their scripts run. */
  renderLinks?: RenderLinks | undefined;
}

export function crawlIndexJob(ctx: Parts, { job, orderRating, renderLinks }: CrawlOrders): JobHandler<CrawlOrder> {
  const { db, outbound, practice, queue } = ctx;
  const fetcher = pageFetcherOf(ctx);
  const metrics = practice ? [practiceMetrics(practice.metricsUrl)] : [];
  return {
    async run({ urls: ordered, resume }, { log, signal }) {
      // An order for practice sites may have waited while the operator left the practice web.
      const urls = practice ? ordered : ordered.filter((url) => !isPracticeSite(url));
      if (urls.length === 0) return;
      const started = performance.now();
      const paused: { url: string; seconds: number }[] = [];
      const onBusy = (url: string) => void paused.push({ url, seconds: LEASE_SECONDS });
      const order = { urls, resume, metrics, signal, onBusy };
      const reports = await crawlUnrated({ db, fetcher, outbound, log, renderLinks }, order).finally(orderRating);
      for (const { startUrl, resumeInSeconds } of reports) {
        if (resumeInSeconds !== null) paused.push({ url: startUrl, seconds: resumeInSeconds });
      }
      // Rounded to minutes, so that sites that wait about as long share a job.
      for (const [minutes, sites] of Map.groupBy(paused, ({ seconds }) => Math.ceil(seconds / 60))) {
        const order = { urls: sites.map(({ url }) => url), resume: true };
        await queue.enqueue(db.kysely, job, order, { afterSeconds: minutes * 60 });
      }
      const pages = reports.reduce((sum, report) => sum + report.pages, 0);
      const ms = Math.round(performance.now() - started);
      log.info({ sites: reports.length, pages, paused: paused.length, ms }, 'index crawled');
    },
  };
}

const isPracticeSite = (url: string) => new URL(url).hostname.endsWith('.localhost');
