// Crawls many sites, several at once, and looks up the traffic of new pages.

import pLimit from 'p-limit';
import type { MetricsSource } from '../../metrics/figures.ts';
import { domainOf } from '../../pages/page-url.ts';
import type { Call } from '../../provider.ts';
import { rateIndex } from '../ratings/rate-index.ts';
import type { CrawlContext } from './crawl-context.ts';
import { CrawlBusy, type CrawlReport, type CrawlRequest } from './crawl-request.ts';
import { crawlSite } from './crawl-site.ts';
import { hasUnfinishedCrawl } from './frontier.store.ts';
import { noteTraffic } from './note-traffic.ts';

export interface CrawlSitesContext extends CrawlContext, Pick<Call, 'outbound' | 'log'> {}

export interface CrawlSitesRequest extends Omit<CrawlRequest, 'url'> {
  urls: readonly string[];
  /** Only sites whose crawl has started but not finished. */
  resume?: boolean | undefined;
  /** The source of monthly traffic, if any. */
  metrics?: readonly MetricsSource[] | undefined;
  /** Called for each site that another process is crawling, or was when it died. */
  onBusy?: ((url: string) => void) | undefined;
}

// More gains little: a single thread reads all pages, about 400 per second.
const sitesAtOnce = 16;

/** Crawls the sites, then updates the ratings unless canceled, even if a crawl fails. Reports and throws like crawlUnrated. */
export async function crawlSites(ctx: CrawlSitesContext, request: CrawlSitesRequest): Promise<CrawlReport[]> {
  try {
    return await crawlUnrated(ctx, request);
  } finally {
    if (!request.signal?.aborted) await rateIndex(ctx.db.kysely);
  }
}

/** One report per site, in any order; skips sites that another process is crawling. Throws like crawlSite. */
export async function crawlUnrated(ctx: CrawlSitesContext, request: CrawlSitesRequest): Promise<CrawlReport[]> {
  const { urls, metrics = [], resume, onBusy, ...each } = request;
  const onePerSite = [...new Map(urls.map((url) => [domainOf(url), url])).values()];
  const reports: CrawlReport[] = [];
  const call = { outbound: ctx.outbound, log: ctx.log, signal: request.signal };
  const crawlOne = async (url: string) => {
    if (resume && !(await hasUnfinishedCrawl(ctx.db.kysely, domainOf(url)))) return;
    const report = await crawlSite(ctx, { ...each, url }).catch((error: unknown) => {
      if (error instanceof CrawlBusy) return null;
      throw error;
    });
    if (report === null) {
      onBusy?.(url);
      return;
    }
    await noteTraffic(ctx.db.kysely, { domain: report.domain, metrics, call });
    reports.push(report);
  };
  const limit = pLimit(sitesAtOnce);
  const ends = await Promise.allSettled(onePerSite.map((url) => limit(crawlOne, url)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return reports;
}
