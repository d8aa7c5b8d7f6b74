// How long the steps of a campaign take on the practice web, compared with just fetching the same pages (see
// campaigns/floors.ts), how it grows with the number of backlinks, which parts of Zeus use the time, and how fast the data
// service responds meanwhile, in the same process. Then the same with recorded real pages over TLS.
// node bench/campaigns.ts [largest number of backlinks] [rounds], with the folder of recorded pages in RECORDED_PAGES

import path from 'node:path';
import { crawlSites } from '../server/engine/index/crawl/crawl-sites.ts';
import { practiceMetrics } from '../server/engine/metrics/practice-metrics.ts';
import { botUserAgent } from '../server/engine/pages/bot.ts';
import { createPageFetcher } from '../server/engine/pages/fetch-page.ts';
import { findContacts } from '../server/jobs.ts';
import type { Practice } from '../server/platform/context.ts';
import { createOutbound } from '../server/platform/outbound/outbound.ts';
import { type TestDatabase, withTemporaryDatabase } from '../server/test/database.ts';
import { type Floors, measureFloors, practiceWeb, type Web } from './campaigns/floors.ts';
import { sharesOf } from './campaigns/parts.ts';
import { startPracticeProcess } from './campaigns/practice-process.ts';
import { type RecordedWeb, startRecordedWeb } from './campaigns/recorded-web.ts';
import { type Measured, openBench } from './campaigns/run.ts';
import { median } from './median.ts';

const most = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 3);
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
  // The first campaign of a process also loads code and query plans.
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

interface World {
  db: TestDatabase;
  practice: Practice;
  web: Web;
}

interface Round {
  emails: Measured;
  floors: Floors;
}

/**
 * Own backlinks, all kept: first their titles, then emails in Author Mode, with empty caches except for the pages read for their titles
 * (decision 77); then the floors.
 */
async function findEmails({ db, practice, web }: World, urls: string[], isSampled = false): Promise<Round> {
  const bench = await openBench(db, practice, web.openOutbound());
  let id = '';
  const titles = await bench.measure(async () => {
    id = (await bench.post('/api/campaign/new', { campaignType: 'BYOB', keyword, backlinks: urls })).id;
    return id;
  });
  const order = async () => {
    await bench.post('/api/campaign/get-emails', { campaignId: id, mode: 'author' });
    return id;
  };
  if (isSampled) {
    const parts = await sharesOf(() => bench.measure(order));
    const shown = parts.map(({ name, share }) => `${name} ${(100 * share).toFixed(0)} %`);
    console.log(`  of the main thread: ${shown.join(', ')}`);
    await bench.close();
    return { emails: titles, floors: { undici: 0, outbound: 0, fetcher: 0 } };
  }
  const emails = await bench.measure(order);
  const { rows } = await db.pool.query('select count(email) as found from contacts where request_id = $1', [id]);
  const { status } = await bench.status(id);
  await bench.close();
  const floors = await measureFloors(web, emails.fetched, findContacts.perUser);
  report('titles of own backlinks', titles, urls.length);
  report(`emails in Author Mode (${rows[0].found} found)`, emails, urls.length);
  if (status !== 'Waiting to Download Emails') console.log(`  ended in "${status}"`);
  return { emails, floors };
}

/** Medians over the rounds; all parts of a round were measured within the same minute. */
function compare(size: number, all: readonly Round[]): void {
  const cpu = median(all.map(({ emails }) => emails.cpuSeconds));
  const statements = median(all.map(({ emails }) => emails.statements));
  console.log(
    `  ${((1000 * cpu) / size).toFixed(1)} ms of CPU and ${(statements / size).toFixed(1)} statements a backlink`,
  );
  const names = {
    undici: 'bare undici',
    outbound: 'our outbound client',
    fetcher: 'our fetcher, which reads them',
  } as const;
  for (const [key, name] of Object.entries(names) as [keyof Floors, string][]) {
    const floor = median(all.map(({ floors }) => floors[key]));
    const ratio = median(all.map(({ emails, floors }) => emails.cpuSeconds / floors[key]));
    console.log(`  the same pages by ${name}: ${floor.toFixed(2)} s of CPU; Zeus ${ratio.toFixed(1)} times that`);
  }
}

/** Once per round, then once more to see which parts of Zeus use the time. */
async function repeat(world: World, urls: string[], times: number): Promise<void> {
  const all: Round[] = [];
  for (let round = 0; round < times; round++) all.push(await findEmails(world, urls));
  compare(urls.length, all);
  await findEmails(world, urls, true);
}

async function onPracticePages(world: World, pages: readonly string[]): Promise<void> {
  for (const size of [10, 100, 1000].filter((one) => one <= most)) {
    // The practice web has fewer pages than the largest list, so the rest are the same pages under other URLs.
    const urls = Array.from({ length: size }, (_, n) => {
      const page = pages[n % pages.length] ?? '';
      return n < pages.length ? page : `${page}?list=${Math.floor(n / pages.length)}`;
    });
    console.log(`\n${size} backlinks`);
    // The first campaign of a process pays for loading and compiling code; it is shown but not counted.
    if (size === 10) await findEmails(world, urls);
    await repeat(world, urls, size > 100 ? 1 : rounds);
  }
}

async function onRecordedPages(db: TestDatabase, practice: Practice, web: RecordedWeb): Promise<void> {
  console.log(`\n${web.urls.length} backlinks, each on a site of its own, recorded real pages over TLS`);
  const world = { db, practice, web };
  await findEmails(world, web.urls);
  await repeat(world, web.urls, rounds);
}

const usualFolder = path.join(import.meta.dirname, '../../shared/data/pages');
const { practice, pages, stop } = await startPracticeProcess();
// Before the first connection, because a process trusts the certificates it knew then.
const recorded = await startRecordedWeb(process.env.RECORDED_PAGES ?? usualFolder, practice);
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
    await onPracticePages({ db, practice, web: practiceWeb(practice) }, pages);
    if (recorded) await onRecordedPages(db, practice, recorded);
    else console.log('\nNo recorded pages: give their folder in RECORDED_PAGES.');
  });
} finally {
  recorded?.stop();
  stop();
}
