// Pages per CPU second over a local set of 60 sites: fetching alone, Zeus as it works (robots.txt, host queues, outbound client, reading,
// authors, addresses), and crawlee's CheerioCrawler if installed; then Zeus's memory over 10,000 pages.
//   node bench/crawl.ts            Peers: npm install --prefix bench --no-package-lock --ignore-scripts
// The sites run in this process and every crawler in a separate one, which counts only its own CPU time.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Agent, request } from 'undici';
import { findAuthors } from '../server/engine/authors/find-authors.ts';
import { findAddresses } from '../server/engine/emails/find-addresses.ts';
import { botUserAgent } from '../server/engine/pages/bot.ts';
import { createPageFetcher } from '../server/engine/pages/fetch-page.ts';
import { createOutbound } from '../server/platform/outbound/outbound.ts';
import { articlePage } from './finder/page.ts';

const SITES = 60;
const PAGES = 1_500;
/** Crawled first and not counted: a worker runs for days, so its start doesn't matter. */
const WARM_UP = 1_500;
const AT_ONCE = 16;
const ROUNDS = 2;
const MEMORY_PAGES = 10_000;
/** 'reading only' is like-for-like: polite fetch, title, links, mailto. 'zeus' also finds authors and addresses. */
const VARIANTS = ['fetch only', 'zeus, reading only', 'zeus', 'crawlee CheerioCrawler'] as const;
type Variant = (typeof VARIANTS)[number] | 'memory';

interface Measured {
  pages: number;
  cpuSeconds: number;
  megabytes: number;
}

const addresses = (port: number, count: number) =>
  Array.from({ length: count }, (_, index) => `http://site${index % SITES}.localhost:${port}/posts/${index}`);
/** crawlee cannot resolve names under .localhost: the same pages by IP address. */
const byNumber = (urls: readonly string[]) => urls.map((url) => url.replace(/site\d+\.localhost/, '127.0.0.1'));
const megabytes = () => Math.round(process.memoryUsage.rss() / 1048576);

async function openSites(): Promise<{ port: number; bytes: number; close(): void }> {
  const bodies = Array.from({ length: 240 }, (_, index) => Buffer.from(articlePage(index)));
  const server = createServer((incoming, answer) => {
    if (incoming.url === '/robots.txt') {
      answer.writeHead(404).end();
      return;
    }
    const index = Number(/\d+$/.exec(incoming.url ?? '')?.[0] ?? 0);
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(bodies[index % bodies.length]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const bytes = Math.round(bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length);
  return { port: typeof address === 'object' && address ? address.port : 0, bytes, close: () => server.close() };
}

async function each(urls: readonly string[], work: (url: string) => Promise<void>): Promise<void> {
  const waiting = [...urls].reverse();
  const worker = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) await work(url);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function fetchOnly(urls: readonly string[]): Promise<void> {
  const dispatcher = new Agent({
    connect: { lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
  });
  await each(urls, async (url) => void (await (await request(url, { dispatcher })).body.text()));
  await dispatcher.close();
}

/** `finds`: also finds authors and addresses; without it, at least as much as the peer. */
function openZeus(port: number, finds: boolean) {
  const outbound = createOutbound({ practice: { port } });
  const fetcher = createPageFetcher({ outbound, userAgent: botUserAgent('http://localhost'), pauseMs: 0 });
  const look = async (url: string) => {
    const outcome = await fetcher.fetchPage(url);
    if (outcome.kind !== 'page') throw new Error(`${url}: ${outcome.kind}`);
    if (!finds) return;
    findAuthors(outcome.page.facts);
    findAddresses(outcome.page.facts);
  };
  return { look, close: () => outbound.close() };
}

type Crawler = new (options: object, configuration?: unknown) => { run(urls: readonly string[]): Promise<unknown> };
interface CrawleeModule {
  CheerioCrawler: Crawler;
  Configuration: new (options: object) => unknown;
  log: { setLevel(level: number): void };
}
type Query = (selector: string) => {
  text(): string;
  each(use: (index: number, element: { attribs: Record<string, string> }) => void): void;
};

/**
 * As fast as its documentation allows: storage in memory, no session pool, full concurrency at once. It takes title and links.
 */
async function crawlWithCrawlee(urls: readonly string[]): Promise<void> {
  const file = createRequire(path.join(import.meta.dirname, 'package.json')).resolve('@crawlee/cheerio');
  const { CheerioCrawler, Configuration, log } = (await import(pathToFileURL(file).href)) as CrawleeModule;
  log.setLevel(0);
  const requestHandler = async ({ $ }: { $: Query }) => {
    $('title').text();
    $('a[href]').each((_, element) => void URL.parse(element.attribs.href ?? '', 'http://127.0.0.1/'));
  };
  const options = { requestHandler, useSessionPool: false, minConcurrency: AT_ONCE, maxConcurrency: AT_ONCE };
  await new CheerioCrawler(options, new Configuration({ persistStorage: false })).run(byNumber(urls));
}

/** In a separate process: runs the variant and prints the result as one line of JSON. */
async function measureHere(variant: Variant, port: number): Promise<void> {
  if (variant === 'memory') return measureMemory(port);
  const zeus = variant.startsWith('zeus') ? openZeus(port, variant === 'zeus') : null;
  const work = zeus
    ? (urls: readonly string[]) => each(urls, zeus.look)
    : variant === 'fetch only'
      ? fetchOnly
      : crawlWithCrawlee;
  const urls = addresses(port, WARM_UP + PAGES);
  await work(urls.slice(0, WARM_UP));
  const before = process.cpuUsage();
  await work(urls.slice(WARM_UP));
  const { user, system } = process.cpuUsage(before);
  await zeus?.close();
  const measured: Measured = { pages: PAGES, cpuSeconds: (user + system) / 1e6, megabytes: megabytes() };
  console.log(JSON.stringify(measured));
}

async function measureMemory(port: number): Promise<void> {
  const zeus = openZeus(port, true);
  let done = 0;
  await each(addresses(port, MEMORY_PAGES), async (url) => {
    await zeus.look(url);
    done += 1;
    if (done % 1_000 === 0) console.log(`${String(done).padStart(6)} pages  ${megabytes()} MB`);
  });
  await zeus.close();
}

function measureApart(variant: Variant, port: number): Promise<string> {
  const child = spawn(process.execPath, [import.meta.filename, variant, String(port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => child.on('close', () => resolve(output.trim())));
}

async function compare(): Promise<void> {
  const sites = await openSites();
  console.log(`${PAGES} pages of ${SITES} local sites, ${sites.bytes} bytes on average, best of ${ROUNDS} rounds`);
  const best = new Map<string, Measured>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const variant of VARIANTS) {
      const output = await measureApart(variant, sites.port);
      const line = output.split('\n').findLast((one) => one.startsWith('{'));
      if (line === undefined) continue;
      const measured = JSON.parse(line) as Measured;
      if (measured.cpuSeconds < (best.get(variant)?.cpuSeconds ?? Number.POSITIVE_INFINITY))
        best.set(variant, measured);
    }
  }
  for (const variant of VARIANTS) print(variant, best);
  console.log(`\nZeus over ${MEMORY_PAGES} pages:\n${await measureApart('memory', sites.port)}`);
  sites.close();
}

function print(variant: string, best: ReadonlyMap<string, Measured>): void {
  const measured = best.get(variant);
  if (measured === undefined) {
    console.log(`${variant}: not installed, so not measured`);
    return;
  }
  const peer = best.get('crawlee CheerioCrawler');
  const ratio = peer ? `  ${(peer.cpuSeconds / measured.cpuSeconds).toFixed(1)} times crawlee` : '';
  const rate = (measured.pages / measured.cpuSeconds).toFixed(0).padStart(6);
  console.log(`${variant.padEnd(24)} ${rate} pages a CPU second  ${measured.megabytes} MB${ratio}`);
}

const [variant, port] = process.argv.slice(2);
if (variant === undefined) await compare();
else await measureHere(variant as Variant, Number(port));
