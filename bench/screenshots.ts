// Screenshots per second over the same pages, in alternating rounds: a bare Playwright loop (context, page, load, WebP) with the same
// flags, and Zeus as it works (queue in the database, filtering proxy, banners, lazy images, two sizes, files). While Zeus works, the web
// server of the same process gets requests all the time; then memory over 500 pages. The practice web is a separate process and not
// counted. Zeus runs three times:
// - without reading the page;
// - with reading it but without a target, as for a backlink that has none: its HTML for the signals, the finder and the sites it
//   names, and what is stored of that;
// - with the proof of a link: the targets, finding the link, its picture, and storing both.
// Proof may cost 15 % more CPU. Against the second it is what Zeus does only for the proof; against the first it includes what the
// proof shares with the signals and the finder. Many short rounds, because a busy machine changes all the time.
// First on the practice web, whose pages are lighter than most; then on recorded real pages, if their folder is in RECORDED_PAGES.
//   node bench/screenshots.ts [pages per round] [pages for memory] [rounds]
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { pino } from 'pino';
import { type Browser, chromium } from 'playwright-core';
import { createApp } from '../server/app.ts';
import { followedLinks } from '../server/engine/index/crawl/page-record.ts';
import { botUserAgent } from '../server/engine/pages/bot.ts';
import { pageFetcherOf } from '../server/engine/pages/fetcher-of.ts';
import { PICTURE_ARGUMENTS } from '../server/engine/screenshots/own/browser/launch.ts';
import { type OwnBrowserOptions, openOwnBrowser } from '../server/engine/screenshots/own/own-browser.ts';
import type { ScreenshotProvider } from '../server/engine/screenshots/screenshot-provider.ts';
import { openVendorOutbound } from '../server/engine/vendors/all-vendors.ts';
import { requestScreenshots } from '../server/pictures/request-screenshots.ts';
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
import { startPracticeProcess } from './campaigns/practice-process.ts';
import { type RecordedWeb, startRecordedWeb } from './campaigns/recorded-web.ts';
import { median } from './median.ts';
import { at95, browserMegabytes, type Figures, measure, print, printMore } from './screenshots/figures.ts';

const pages = Number(process.argv[2] ?? 20);
const memoryPages = Number(process.argv[3] ?? 500);
const rounds = Number(process.argv[4] ?? 9);
const atOnce = 2;
/** A worker runs for days. Until its code is compiled, reading a page takes this process up to ten times as long. */
const warmUp = 60;

async function each(urls: readonly string[], work: (url: string) => Promise<void>): Promise<void> {
  const waiting = [...urls].reverse();
  const worker = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) await work(url);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function bareShot(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await page.screenshot({ type: 'webp', quality: 70 });
  } finally {
    await context.close();
  }
}

const pagesFrom = (urls: readonly string[], from: number, count: number) =>
  urls.slice(from % (urls.length - count), (from % (urls.length - count)) + count);

async function practicePages(ctx: Context): Promise<string[]> {
  const found: string[] = [];
  for (const site of ctx.practice?.sites ?? []) {
    const map = await (await ctx.outbound.request(new URL('/sitemap.xml', site))).text();
    found.push(...[...map.matchAll(/<loc>([^<]+)/g)].slice(0, 8).map(([, url]) => url ?? ''));
  }
  return found;
}

/** Pages to capture, and how browsers reach them. */
interface Web {
  name: string;
  ctx: Context;
  urls: readonly string[];
  visitor: Pick<OwnBrowserOptions, 'practice' | 'proxy'>;
  /** For the bare browser. */
  browserArguments: readonly string[];
}

async function practiceWeb(ctx: Context): Promise<Web> {
  const { practice } = ctx;
  return { name: 'practice web', ctx, urls: await practicePages(ctx), visitor: { practice }, browserArguments: [] };
}

function recordedWeb(all: Context, { forBrowsers }: RecordedWeb): Web {
  const { urls, port, domain, resolve, dial } = forBrowsers;
  const { practice: _, ...ctx } = { ...all, outbound: createOutbound({ resolve, dial }) };
  const rules = `MAP *.${domain} 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
  return {
    name: 'recorded pages',
    ctx,
    urls,
    visitor: { proxy: { resolve, dial } },
    browserArguments: [`--host-resolver-rules=${rules}`],
  };
}

/** The pages that link to other sites, each with one of these links. */
async function linkedPages({ ctx, urls }: Web): Promise<Map<string, string>> {
  const fetcher = pageFetcherOf(ctx);
  const found = new Map<string, string>();
  for (const url of urls) {
    const outcome = await fetcher.fetchPage(url);
    const [link] = outcome.kind === 'page' ? followedLinks(outcome.page).slice(-1) : [];
    if (link) found.set(url, link.to);
    if (found.size === 200) break;
  }
  return found;
}

type Run = (lane: number) => Promise<void>;

/** Captures these pages as a worker does: requested for a campaign, processed by two runs. The URLs of those that have a picture. */
async function capture(
  ctx: Context,
  run: Run,
  urls: readonly string[],
  targets?: ReadonlyMap<string, string>,
): Promise<string[]> {
  await ctx.db.sql`delete from screenshots`;
  const userId = await createUser(ctx.db);
  const campaign = { userId, campaignId: await createCampaign(ctx.db, userId) };
  await createBacklinks(
    ctx.db,
    campaign,
    urls.map((url_from) => ({ url_from, url_to: targets?.get(url_from) ?? null })),
  );
  await requestScreenshots(ctx, ctx.db.kysely, campaign);
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => run(lane)));
  const rows = await ctx.db.sql<{ url: string }[]>`select url from screenshots where state = 'ready'`;
  return rows.map(({ url }) => url);
}

/** All of them must get a picture. */
async function zeusRound(...round: Parameters<typeof capture>): Promise<void> {
  const [, , urls] = round;
  const taken = await capture(...round);
  if (taken.length !== urls.length) throw new Error(`${urls.length - taken.length} pages were not taken`);
}

async function askAllTheTime(address: string, times: number[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const began = performance.now();
    await (await fetch(`${address}/readyz`)).text();
    times.push(performance.now() - began);
    await sleep(20);
  }
}

async function compare(web: Web): Promise<void> {
  const { ctx, name, visitor, browserArguments } = web;
  const found = await findChromium();
  if (!found) throw new Error(howToInstallChromium());
  const targets = await linkedPages(web);
  const own = openOwnBrowser({ ...visitor, log: ctx.log, botName: botUserAgent(ctx.config.web.siteUrl) });
  const runWith =
    (providers: readonly ScreenshotProvider[]): Run =>
    (lane) =>
      takeScreenshotsJob(ctx, { providers }).run(
        { lane },
        { log: ctx.log, signal: new AbortController().signal, attempt: 1 },
      );
  const run = runWith([own]);
  // The page is neither read nor scrolled to a link.
  const runPlain = runWith([{ source: own.source, take: (url, call) => own.take(url, call) }]);
  const server = await listen(createApp(ctx).fetch, { host: '127.0.0.1', port: 0 });
  const options = chromiumLaunchOptions(found);
  const args = [...(options.args ?? []), ...PICTURE_ARGUMENTS, ...browserArguments];
  const browser = await chromium.launch({ ...options, args });
  const bare: Figures[] = [];
  const plain: Figures[] = [];
  const read: Figures[] = [];
  const zeus: Figures[] = [];
  const times: number[] = [];
  // A page that either can't capture, for example because it redirects without end, is left out.
  const taken = await capture(ctx, run, [...targets.keys()].slice(0, warmUp), targets);
  const refused = new Set<string>();
  await each(taken, (url) => bareShot(browser, url).catch(() => void refused.add(url)));
  const urls = taken.filter((url) => !refused.has(url));
  for (let one = 0; one < rounds; one += 1) {
    const round = pagesFrom(urls, one * pages, pages);
    const takeBare = async () => bare.push(await measure(pages, () => each(round, (url) => bareShot(browser, url))));
    const takePlain = async () => plain.push(await measure(pages, () => zeusRound(ctx, runPlain, round)));
    const takeRead = async () => read.push(await measure(pages, () => zeusRound(ctx, run, round)));
    const takeZeus = async () => zeus.push(await measure(pages, () => zeusRound(ctx, run, round, targets)));
    const takes = [takeBare, takePlain, takeRead, takeZeus];
    for (const take of one % 2 === 0 ? takes : takes.reverse()) await take();
    printMore(`after ${one + 1} rounds, link proof against the page read`, zeus, read);
  }
  // A separate round, because requests cost CPU time too.
  const stop = new AbortController();
  const asking = askAllTheTime(`http://127.0.0.1:${server.port}`, times, stop.signal);
  await zeusRound(ctx, run, urls, targets);
  stop.abort();
  await asking;
  await browser.close();
  console.log(`${name}: ${found.kind}, ${atOnce} pages at once, medians of ${rounds} rounds of ${pages} pages`);
  print('bare Playwright loop', bare, bare);
  print('Zeus, page not read', plain, bare);
  print('Zeus, page read', read, bare);
  print('Zeus with link proof', zeus, bare);
  printMore('link proof against the page read', zeus, read);
  printMore('link proof against the page not read', zeus, plain);
  console.log(
    `web server meanwhile: ${median(times).toFixed(1)} ms, 95 of 100 under ${at95(times).toFixed(1)} ms (${times.length} requests)`,
  );
  await measureMemory(ctx, run, urls);
  await own.close();
  await server.stop(1000);
}

/** Heap in use distinguishes a leak from what V8 has not collected yet. */
function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
}

async function measureMemory(
  ctx: Context,
  run: (lane: number) => Promise<void>,
  urls: readonly string[],
): Promise<void> {
  console.log(`memory over ${memoryPages} pages: this process, and the browser with all its processes`);
  const batch = 50;
  for (let done = 0; done < memoryPages; done += batch) {
    await zeusRound(ctx, run, pagesFrom(urls, done, batch));
    collectGarbage();
    const [own, held] = [process.memoryUsage.rss(), process.memoryUsage().heapUsed].map((bytes) =>
      Math.round(bytes / 1048576),
    );
    console.log(`${String(done + batch).padStart(6)} pages  ${own} MB (${held} MB in use)  ${browserMegabytes()} MB`);
  }
}

await withTemporaryDatabase(async (db) => {
  const home = mkdtempSync(join(tmpdir(), 'zeus-bench-'));
  const config = loadConfig({ NODE_ENV: 'test', ZEUS_HOME: home, ZEUS_SECRET: randomUUID() });
  const log = pino({ level: 'silent' });
  const { practice, stop } = await startPracticeProcess();
  // Before the first connection, because a process trusts the certificates it knew then.
  const recorded = await startRecordedWeb(process.env.RECORDED_PAGES ?? '', practice);
  const outbound = createOutbound({ practice });
  const queue = await openQueue(db, { log });
  const live = await openLive(db, log);
  const mail = openMail(config.mail, db, log);
  const storage = await openStorage(config.storage);
  const vendorOutbound = openVendorOutbound(config);
  const parts = { config, log, db, queue, live, mail, metrics: createMetrics(), storage, outbound, vendorOutbound };
  const ctx = { ...parts, practice };
  await compare(await practiceWeb(ctx));
  if (recorded) {
    const web = recordedWeb(ctx, recorded);
    await compare(web);
    await web.ctx.outbound.close();
  }
  await vendorOutbound.close();
  await queue.stop();
  await live.close();
  await outbound.close();
  recorded?.stop();
  stop();
  rmSync(home, { recursive: true, force: true });
});
