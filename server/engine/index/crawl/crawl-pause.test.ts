// Sites that ask for a pause: the crawl keeps its frontier, frees its worker, and continues later.

import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../../platform/config.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { openQueue } from '../../../platform/queue.ts';
import { crawlIndexJob } from '../crawl.job.ts';
import { takeLease } from '../leases.store.ts';
import { crawlSite } from './crawl-site.ts';
import { type Answer, crawlBench, page, wordFor } from './test/crawl-bench.ts';

const bench = crawlBench();
const { at, context, newName, pagesOf } = bench;
const crawlIndex = defineJob({
  name: 'test.crawl',
  payload: z.object({ urls: z.array(z.string()), resume: z.boolean().optional() }),
});
const paths = Array.from({ length: 25 }, (_, i) => `/${wordFor(i)}`);

/** A site that answers this many requests, then 429 until told otherwise. */
function limitedSite(allowed: number, headers: Record<string, string>) {
  const name = newName();
  const site = { name, left: allowed };
  bench.answers[`${name}*`] = (path): Answer => {
    if (path === '/robots.txt' || path === '/sitemap.xml') return { status: 404 };
    if (site.left <= 0) return { status: 429, headers };
    site.left -= 1;
    return page(path, ...(path === '/' ? paths : []));
  };
  return site;
}

/** Ends the host's rest, for the crawl and for other fetchers. */
async function passTime(): Promise<void> {
  await bench.db.sql`update index_frontier set not_before = now() where not_before > now()`;
  await bench.db.sql`update page_hosts set rest_until = now()`;
}

test.each([
  ['that says for how long', { 'retry-after': '60' }, 60],
  ['that gives a date', { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }, 3600],
  ['that says nothing', {}, 30],
])('a 429 %s pauses the crawl, which continues where it was', async (_name, headers, seconds) => {
  const site = limitedSite(4, headers as Record<string, string>);
  const first = await crawlSite(context(), { url: at(site.name) });
  expect(first.pages).toBe(4);
  expect(first.resumeInSeconds).toBeGreaterThan(seconds * 0.6);
  expect(first.resumeInSeconds).toBeLessThan(seconds * 1.25);
  const told = bench.asked.length;
  const again = await crawlSite(context(), { url: at(site.name) });
  expect(again.resumeInSeconds).toBeGreaterThan(0);
  expect(bench.asked.length).toBe(told);
  await passTime();
  site.left = 1_000;
  const last = await crawlSite(context(), { url: at(site.name) });
  expect(last).toMatchObject({ pages: 22, unreached: 0, resumeInSeconds: null });
  expect(await pagesOf(site.name)).toHaveLength(26);
});

test('gives up on a site that stays busy after several pauses', async () => {
  const site = limitedSite(1, { 'retry-after': '600' });
  let pauses = 0;
  for (let report = await crawlSite(context(), { url: at(site.name) }); report.resumeInSeconds !== null; pauses += 1) {
    await passTime();
    report = await crawlSite(context(), { url: at(site.name) });
  }
  expect(pauses).toBe(10);
  expect(bench.asked.filter((one) => !one.endsWith('.txt') && !one.endsWith('.xml')).length).toBeLessThan(15);
  expect(await pagesOf(site.name)).toEqual(['/']);
});

test('a continued crawl takes a new limit, and keeps the old one if there is none', async () => {
  const site = limitedSite(4, { 'retry-after': '60' });
  await crawlSite(context(), { url: at(site.name), maxPages: 6 });
  site.left = 1_000;
  await passTime();
  expect(await crawlSite(context(), { url: at(site.name), maxPages: 12 })).toMatchObject({ pages: 8 });

  const other = limitedSite(4, { 'retry-after': '60' });
  await crawlSite(context(), { url: at(other.name), maxPages: 6 });
  other.left = 1_000;
  await passTime();
  expect(await crawlSite(context(), { url: at(other.name) })).toMatchObject({ pages: 2 });
});

test('the job ends, and enqueues another for the paused site and for one whose worker may have died', async () => {
  const log = pino({ level: 'silent' });
  const queue = await openQueue(bench.db, { jobs: [crawlIndex], log });
  onTestFinished(() => queue.stop());
  const { db, port } = bench;
  const practice = { port, smtpPort: 0, dnsServer: '', metricsUrl: at('metrics'), sites: [] };
  const newWorker = () => {
    const outbound = createOutbound({ practice });
    onTestFinished(() => outbound.close());
    const orders = { job: crawlIndex, orderRating: async () => {} };
    return crawlIndexJob({ config: loadConfig({}), db, outbound, practice, queue }, orders);
  };
  const call = { log, signal: new AbortController().signal, attempt: 1 };
  const later = () => db.sql`
    select payload, ceil(extract(epoch from due_at - created_at) / 60)::int as minutes from jobs order by minutes`;

  const [site, busy, done] = [limitedSite(4, { 'retry-after': '60' }), newName(), newName()];
  bench.answers[`${done}/`] = page('Done');
  const lease = await takeLease(db.kysely, `crawl:${busy}.localhost`, 60);
  await newWorker().run({ urls: [site.name, busy, done].map((name) => at(name)) }, call);
  await lease?.release();
  expect(await later()).toEqual([
    { payload: { urls: [at(site.name)], resume: true }, minutes: 1 },
    { payload: { urls: [at(busy)], resume: true }, minutes: 5 },
  ]);

  await db.sql`delete from jobs`;
  await passTime();
  site.left = 1_000;
  bench.answers[`${busy}/`] = page('Not begun, so not resumed');
  await newWorker().run({ urls: [site.name, busy].map((name) => at(name)), resume: true }, call);
  expect(await pagesOf(site.name)).toHaveLength(26);
  expect(await pagesOf(busy)).toEqual([]);
  expect(await later()).toEqual([]);
});
