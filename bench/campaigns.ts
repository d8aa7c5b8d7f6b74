// How long the steps of a campaign take on the practice web, beside fetching the same pages and doing nothing with them,
// how that grows with the number of backlinks, and how soon the data service answers meanwhile, in the same process.
// node bench/campaigns.ts [largest number of backlinks]

import { crawlSites } from '../server/engine/index/crawl/crawl-sites.ts';
import { practiceMetrics } from '../server/engine/metrics/practice-metrics.ts';
import { botUserAgent } from '../server/engine/pages/bot.ts';
import { createPageFetcher } from '../server/engine/pages/fetch-page.ts';
import { findContacts } from '../server/jobs.ts';
import type { Practice } from '../server/platform/context.ts';
import { createOutbound } from '../server/platform/outbound/outbound.ts';
import { type TestDatabase, withTemporaryDatabase } from '../server/test/database.ts';
import { startPracticeProcess } from './campaigns/practice-process.ts';
import { fetchOnly, type Measured, openBench } from './campaigns/run.ts';

const most = Number(process.argv[2] ?? 1000);
const keyword = 'Best Golf Courses In America';
const cell = (value: string | number, width: number) => String(value).padStart(width);
const line = (name: string, cells: [string | number, number][]) =>
  console.log(name.padEnd(34) + cells.map(([value, width]) => cell(value, width)).join(''));

async function crawl(db: TestDatabase, practice: Practice): Promise<void> {
  const outbound = createOutbound({ practice });
  const fetcher = createPageFetcher({ outbound, userAgent: botUserAgent('http://localhost'), pauseMs: 0 });
  const started = performance.now();
  const metrics = [practiceMetrics(practice.metricsUrl)];
  await crawlSites({ db, fetcher, outbound, log: { warn: () => undefined } }, { urls: practice.sites, metrics });
  console.log(`${practice.sites.length} sites crawled in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  await outbound.close();
}

function report(name: string, { seconds, cpuSeconds, fetched, webP95 }: Measured, rows: number): void {
  line(name, [
    [rows, 7],
    [`${seconds.toFixed(2)} s`, 10],
    [cpuSeconds.toFixed(2), 9],
    [fetched.length, 8],
    [`${webP95.toFixed(0)} ms`, 9],
  ]);
}

async function findLeads(db: TestDatabase, practice: Practice): Promise<void> {
  const bench = await openBench(db, practice);
  const count = async (table: string, id: string) =>
    Number((await db.pool.query(`select count(*) from ${table} where requests_id = $1`, [id])).rows[0].count);
  const begin = (json: object) => async () => (await bench.post('/api/campaign/new', { keyword, ...json })).id;
  // The first campaign of a process also loads code and plans.
  await bench.measure(begin({ keyword: 'Managed WordPress Hosting' }));

  let id = '';
  const organic = await bench.measure(async () => (id = await begin({})()));
  report('search results (organic)', organic, await count('search_results', id));
  await db.pool.query('update search_results set keep = true where requests_id = $1', [id]);
  const links = await bench.measure(async () => {
    await bench.post('/api/campaign/get-backlinks', { campaignId: id });
    return id;
  });
  report('backlinks of 100 kept results', links, await count('backlinks', id));
  const magic = { magicCampaign: true, minWords: 100, minTraffic: 1 };
  const searched = await bench.measure(async () => (id = await begin(magic)()));
  report('Magic Search', searched, await count('backlinks', id));
  await bench.close();
}

/** Own backlinks, all kept: their titles first, then emails in Author Mode. */
async function findEmails(db: TestDatabase, practice: Practice, urls: string[]): Promise<void> {
  const bench = await openBench(db, practice);
  let id = '';
  const titles = await bench.measure(async () => {
    id = (await bench.post('/api/campaign/new', { campaignType: 'BYOB', keyword, backlinks: urls })).id;
    return id;
  });
  report('titles of own backlinks', titles, urls.length);
  const emails = await bench.measure(async () => {
    await bench.post('/api/campaign/get-emails', { campaignId: id, mode: 'author' });
    return id;
  });
  const { rows } = await db.pool.query('select count(email) as found from contacts where request_id = $1', [id]);
  report(`emails in Author Mode (${rows[0].found} found)`, emails, urls.length);
  const floor = await fetchOnly(practice, emails.fetched, findContacts.concurrency ?? 8);
  report('  the same pages fetched only', { ...emails, ...floor, webP95: 0 }, urls.length);
  const { status } = await bench.status(id);
  const ratio = (emails.cpuSeconds / floor.cpuSeconds).toFixed(1);
  console.log(
    `  CPU ${ratio} times the floor; ${((1000 * emails.cpuSeconds) / urls.length).toFixed(0)} ms a backlink; "${status}"\n`,
  );
  await bench.close();
}

const { practice, pages, stop } = await startPracticeProcess();
try {
  await withTemporaryDatabase(async (db) => {
    await crawl(db, practice);
    line('', [
      ['rows', 7],
      ['took', 10],
      ['CPU s', 9],
      ['fetched', 8],
      ['web p95', 9],
    ]);
    await findLeads(db, practice);
    for (const size of [10, 100, 1000].filter((one) => one <= most)) {
      // The practice web has fewer pages than the largest list: the rest are the same pages by another address.
      const urls = Array.from({ length: size }, (_, n) => {
        const page = pages[n % pages.length] ?? '';
        return n < pages.length ? page : `${page}?list=${Math.floor(n / pages.length)}`;
      });
      await findEmails(db, practice, urls);
    }
  });
} finally {
  stop();
}
