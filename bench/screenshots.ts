// Screenshots a second over the same practice pages, in interleaved rounds: a bare Playwright loop (context, page, load,
// WebP), and Zeus as it works (list in the database, filtering proxy, banners, lazy pictures, two pictures, files). While
// Zeus works, the web server of the same process is asked all the time; then memory over 500 pages.
//   node bench/screenshots.ts [pages a round] [pages for memory]
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Browser, chromium } from 'playwright-core';
import { startPracticeWeb } from '../practice/start.ts';
import { createApp } from '../server/app.ts';
import { jobs } from '../server/jobs.ts';
import { orderScreenshots } from '../server/pictures/order-screenshots.ts';
import { openScreenshots } from '../server/pictures/screenshots/open-screenshots.ts';
import { takeScreenshotsJob } from '../server/pictures/screenshots/take-screenshots.job.ts';
import { chromiumLaunchOptions, findChromium, howToInstallChromium } from '../server/platform/chromium/chromium.ts';
import { loadConfig } from '../server/platform/config.ts';
import type { Context } from '../server/platform/context.ts';
import { listen } from '../server/platform/http/server.ts';
import { openLive } from '../server/platform/live.ts';
import { openMail } from '../server/platform/mail.ts';
import { createMetrics } from '../server/platform/metrics.ts';
import { createOutbound } from '../server/platform/outbound/outbound.ts';
import { openQueue } from '../server/platform/queue.ts';
import { openStorage } from '../server/platform/storage.ts';
import { createBacklinks, createCampaign, createUser } from '../server/test/build.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';

const pages = Number(process.argv[2] ?? 60);
const memoryPages = Number(process.argv[3] ?? 500);
const rounds = 3;
const atOnce = 2;
const warmUp = 10;

interface Figures {
  perSecond: number;
  cpuSeconds: number;
}

/** CPU seconds of this process's children, those that have ended included, and the memory they hold now. */
function children(): { cpu: number; megabytes: number } {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const field = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [, parent = 0] = field;
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (field[at] ?? 0), 0);
      const proportional = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, 'utf8'))?.[1];
      return [{ pid: Number(name), parent, cpu: ticks / 100, kilobytes: Number(proportional ?? 0) }];
    } catch {
      return [];
    }
  });
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isOurs(parent));
  };
  const ours = all.filter(({ pid }) => isOurs(pid));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return { cpu: sum(ours.map(({ cpu }) => cpu)), megabytes: sum(ours.map(({ kilobytes }) => kilobytes)) / 1024 };
}

async function measure(count: number, work: () => Promise<void>): Promise<Figures> {
  const before = { cpu: children().cpu, own: process.cpuUsage(), at: performance.now() };
  await work();
  const seconds = (performance.now() - before.at) / 1000;
  const own = process.cpuUsage(before.own);
  const cpu = children().cpu - before.cpu + (own.user + own.system) / 1e6;
  return { perSecond: count / seconds, cpuSeconds: cpu / count };
}

async function each(urls: readonly string[], work: (url: string) => Promise<void>): Promise<void> {
  const waiting = [...urls].reverse();
  const worker = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) await work(url);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function bareShot(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await page.screenshot({ type: 'webp', quality: 70 });
  await context.close();
}

async function practicePages(ctx: Context): Promise<string[]> {
  const found: string[] = [];
  for (const site of ctx.practice?.sites ?? []) {
    const map = await (await ctx.outbound.request(new URL('/sitemap.xml', site))).text();
    found.push(...[...map.matchAll(/<loc>([^<]+)/g)].slice(0, 8).map(([, url]) => url ?? ''));
  }
  return found;
}

/** Takes these pages as a worker does: ordered for a campaign, worked off by two runs. */
async function zeusRound(ctx: Context, run: (lane: number) => Promise<void>, urls: readonly string[]): Promise<void> {
  await ctx.db.sql`delete from screenshots`;
  const userId = await createUser(ctx.db);
  const campaign = { userId, campaignId: await createCampaign(ctx.db, userId) };
  await createBacklinks(
    ctx.db,
    campaign,
    urls.map((url_from) => ({ url_from })),
  );
  await orderScreenshots(ctx, ctx.db.kysely, campaign);
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => run(lane)));
  const [{ ready } = { ready: 0 }] = await ctx.db.sql<{ ready: number }[]>`
    select count(*) as ready from screenshots where state = 'ready'`;
  if (ready !== urls.length) throw new Error(`${urls.length - ready} pages were not taken`);
}

async function askAllTheTime(address: string, times: number[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const began = performance.now();
    await (await fetch(`${address}/readyz`)).text();
    times.push(performance.now() - began);
    await sleep(20);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const at95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

async function compare(ctx: Context): Promise<void> {
  const found = await findChromium();
  if (!found) throw new Error(howToInstallChromium());
  const urls = (await practicePages(ctx)).slice(0, Math.max(pages, 200));
  const screenshots = openScreenshots(ctx);
  const handler = takeScreenshotsJob(ctx, screenshots);
  const run = (lane: number) =>
    handler.run({ lane }, { log: ctx.log, signal: new AbortController().signal, attempt: 1 });
  const server = await listen(createApp(ctx).fetch, { host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch(chromiumLaunchOptions(found));
  const bare: Figures[] = [];
  const zeus: Figures[] = [];
  const times: number[] = [];
  const round = urls.slice(0, pages);
  await each(urls.slice(0, warmUp), (url) => bareShot(browser, url));
  await zeusRound(ctx, run, urls.slice(0, warmUp));
  for (let one = 0; one < rounds; one += 1) {
    bare.push(await measure(pages, () => each(round, (url) => bareShot(browser, url))));
    zeus.push(await measure(pages, () => zeusRound(ctx, run, round)));
  }
  // A round of its own: asking costs CPU time too.
  const stop = new AbortController();
  const asking = askAllTheTime(`http://127.0.0.1:${server.port}`, times, stop.signal);
  await zeusRound(ctx, run, round);
  stop.abort();
  await asking;
  await browser.close();
  console.log(`${found.kind}, ${atOnce} pages at once, medians of ${rounds} rounds of ${pages} pages`);
  print('bare Playwright loop', bare, bare);
  print('Zeus, from list to file', zeus, bare);
  console.log(
    `web server meanwhile: ${median(times).toFixed(1)} ms, 95 of 100 under ${at95(times).toFixed(1)} ms (${times.length} requests)`,
  );
  await measureMemory(ctx, run, urls);
  await screenshots.close();
  await server.stop(1000);
}

function print(name: string, figures: Figures[], beside: Figures[]): void {
  const rate = median(figures.map(({ perSecond }) => perSecond));
  const cpu = median(figures.map(({ cpuSeconds }) => cpuSeconds));
  const ofRate = rate / median(beside.map(({ perSecond }) => perSecond));
  const ofCpu = median(beside.map(({ cpuSeconds }) => cpuSeconds)) / cpu;
  console.log(
    `${name.padEnd(26)} ${rate.toFixed(2)} a second (${ofRate.toFixed(2)})  ${cpu.toFixed(3)} CPU seconds each (${ofCpu.toFixed(2)})`,
  );
}

async function measureMemory(
  ctx: Context,
  run: (lane: number) => Promise<void>,
  urls: readonly string[],
): Promise<void> {
  console.log(`memory over ${memoryPages} pages: this process, and the browser with all its processes`);
  const batch = 50;
  for (let done = 0; done < memoryPages; done += batch) {
    const from = done % (urls.length - batch);
    await zeusRound(ctx, run, urls.slice(from, from + batch));
    const own = Math.round(process.memoryUsage.rss() / 1048576);
    console.log(`${String(done + batch).padStart(6)} pages  ${own} MB  ${Math.round(children().megabytes)} MB`);
  }
}

await withTemporaryDatabase(async (db) => {
  const home = mkdtempSync(join(tmpdir(), 'zeus-bench-'));
  const config = loadConfig({ NODE_ENV: 'test', ZEUS_HOME: home, ZEUS_SECRET: randomUUID() });
  const log = pino({ level: 'silent' });
  const practice = await startPracticeWeb();
  const outbound = createOutbound({ practice });
  const queue = await openQueue(db, { jobs, log });
  const live = await openLive(db, log);
  const mail = openMail(config.mail, db, log);
  const storage = await openStorage(config.storage);
  await compare({ config, log, db, queue, live, mail, metrics: createMetrics(), storage, outbound, practice });
  await queue.stop();
  await live.close();
  await outbound.close();
  await practice.stop();
  rmSync(home, { recursive: true, force: true });
});
