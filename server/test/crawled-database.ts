// A database that has the practice web in its link index. It is crawled and rated once in a test run, and then copied.
import { expect } from 'vitest';
import type { PracticeWeb } from '../../practice/start.ts';
import { crawlSites } from '../engine/index/crawl/crawl-sites.ts';
import { practiceMetrics } from '../engine/metrics/practice-metrics.ts';
import { botUserAgent } from '../engine/pages/bot.ts';
import { createPageFetcher } from '../engine/pages/fetch-page.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { createTestDatabase, type TestDatabase, withNewTemplate } from './database.ts';
import { onceInRun } from './once-in-run.ts';

const templateName = 'zeus_crawled';

/** A copy for this practice web. All of them have the same pages; only the port in the addresses differs. */
export async function createCrawledDatabase(practice: PracticeWeb): Promise<TestDatabase> {
  const crawledPort = await onceInRun(templateName, async () => {
    await withNewTemplate(templateName, (db) => crawl(db, practice));
    return String(practice.port);
  });
  const db = await createTestDatabase({ template: templateName });
  await changePort(db, crawledPort, practice.port);
  return db;
}

/** Keys are hashes of URLs, so they change too. */
async function changePort(db: TestDatabase, from: string, to: number): Promise<void> {
  const moved = (url: string) => `replace(${url}, ':${from}/', ':${to}/')`;
  await db.pool.query(`
    begin;
    -- Without triggers: foreign keys hold again at the end, and no link has really changed.
    set local session_replication_role = replica;
    update index_crawled_links link
      set page_key = index_key(${moved('page.url')}), to_key = index_key(${moved('link.to_url')}), to_url = ${moved('link.to_url')}
      from index_crawled_pages page where page.url_key = link.page_key;
    update index_crawled_pages set url_key = index_key(${moved('url')}), url = ${moved('url')};
    update index_pages set url = ${moved('url')};
    commit`);
}

async function crawl(db: TestDatabase, { port, sites, metricsUrl }: PracticeWeb): Promise<void> {
  const outbound = createOutbound({ practice: { port } });
  const fetcher = createPageFetcher({ outbound, userAgent: botUserAgent('http://localhost'), pauseMs: 0 });
  const warnings: unknown[] = [];
  const log = { warn: (entry: unknown) => warnings.push(entry) };
  try {
    await crawlSites({ db, fetcher, outbound, log }, { urls: sites, metrics: [practiceMetrics(metricsUrl)] });
    expect(warnings).toEqual([]);
  } finally {
    await outbound.close();
  }
}
