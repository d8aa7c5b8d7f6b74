// Pages per CPU second while crawling a loopback site: fetching only, Zeus reading, Zeus with authors and addresses, and
// crawlee's CheerioCrawler taking title and links. Every crawler is a separate process, and so is the site.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import { findAuthors } from '../../server/engine/authors/find-authors.ts';
import { findAddresses } from '../../server/engine/emails/find-addresses.ts';
import { readPage } from '../../server/engine/pages/read-page.ts';
import { articlePage } from './page.ts';

/** This many pages are crawled first and not counted: a worker runs for days, so its start doesn't matter. */
export interface CrawledSite {
  name: string;
  bodies: Buffer[];
  pages: number;
}

const AT_ONCE = 16;
const ROUNDS = 5;
const VARIANTS = ['fetch only', 'zeus, reading only', 'zeus', 'crawlee CheerioCrawler'] as const;
type Variant = (typeof VARIANTS)[number];

interface Measured {
  pages: number;
  cpuSeconds: number;
}

type Crawler = new (options: object, configuration?: unknown) => { run(urls: string[]): Promise<unknown> };
type CrawleeModule = {
  CheerioCrawler: Crawler;
  Configuration: new (options: object) => unknown;
  log: { setLevel(level: number): void };
};
type Query = (selector: string) => {
  text(): string;
  each(use: (index: number, element: { attribs: Record<string, string> }) => void): void;
};

/** The pages of every run, whatever is recorded. */
export const MADE_PAGES: CrawledSite = {
  name: 'made pages like those of a blog',
  bodies: Array.from({ length: 60 }, (_, index) => Buffer.from(articlePage(index))),
  pages: 1600,
};

/** Prints the rates; a crawler that is not installed is named and skipped. */
export async function compareCrawlers({ name, bodies, pages }: CrawledSite): Promise<void> {
  const site = await openSite(bodies);
  const kilobytes = bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length / 1000;
  console.log(`\nCrawling ${pages} ${name} (${kilobytes.toFixed(0)} KB) by loopback, medians of ${ROUNDS} rounds`);
  const rates = new Map<Variant, number[]>(VARIANTS.map((variant) => [variant, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const variant of VARIANTS) {
      const measured = await measureApart(variant, site.port, pages);
      if (measured) rates.get(variant)?.push(measured.pages / measured.cpuSeconds);
    }
  }
  printRates(rates);
  site.close();
}

/** Compared with the peer per round, because the speed of a machine changes within minutes. */
function printRates(rates: ReadonlyMap<Variant, number[]>): void {
  const peer = rates.get('crawlee CheerioCrawler') ?? [];
  for (const [variant, all] of rates) {
    const ratios = all.map((rate, round) => rate / (peer[round] ?? Number.NaN)).sort((a, b) => a - b);
    const ratio =
      peer.length > 0
        ? `  ${middle(ratios)} times crawlee (${ratios[0]?.toFixed(1)} to ${ratios.at(-1)?.toFixed(1)})`
        : '';
    console.log(
      all.length > 0
        ? `${variant.padEnd(24)} ${middle(all, 0).padStart(6)} pages a CPU second${ratio}`
        : `${variant}: not installed`,
    );
  }
}

function middle(all: readonly number[], digits = 1): string {
  return ([...all].sort((a, b) => a - b)[all.length >> 1] ?? 0).toFixed(digits);
}

/** The site runs in this process, which does nothing else meanwhile; crawlers count only their own CPU time. */
async function openSite(bodies: Buffer[]): Promise<{ port: number; close(): void }> {
  const server = createServer((incoming, answer) => {
    const index = Number(incoming.url?.replace(/\D/g, '') ?? 0);
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(bodies[index % bodies.length]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() };
}

async function measureApart(variant: Variant, port: number, pages: number): Promise<Measured | null> {
  const child = spawn(process.execPath, [import.meta.filename, variant, String(port), String(pages)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise<void>((resolve) => child.on('close', () => resolve()));
  const line = output.split('\n').findLast((one) => one.startsWith('{'));
  return line ? (JSON.parse(line) as Measured) : null;
}

async function crawl(variant: Variant, port: number, pages: number): Promise<void> {
  const warmUp = pages;
  const urls = Array.from({ length: pages + warmUp }, (_, index) => `http://127.0.0.1:${port}/posts/${index}`);
  const work =
    variant === 'crawlee CheerioCrawler' ? crawlWithCrawlee : (part: string[]) => crawlWithUndici(part, variant);
  await work(urls.slice(0, warmUp));
  const before = process.cpuUsage();
  await work(urls.slice(warmUp));
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ pages, cpuSeconds: (user + system) / 1e6 }));
}

async function crawlWithUndici(urls: string[], variant: Variant): Promise<void> {
  const waiting = [...urls];
  const work = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const { body } = await request(url);
      const html = await body.text();
      if (variant === 'fetch only') continue;
      const facts = readPage(html, url);
      if (variant !== 'zeus') continue;
      findAuthors(facts);
      findAddresses(facts);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Tuned as well as its documentation allows: storage in memory, no session pool, full concurrency at once. */
async function crawlWithCrawlee(urls: string[]): Promise<void> {
  const file = createRequire(path.join(import.meta.dirname, '../package.json')).resolve('@crawlee/cheerio');
  const { CheerioCrawler, Configuration, log } = (await import(pathToFileURL(file).href)) as CrawleeModule;
  log.setLevel(0);
  const handle = async ({ $ }: { $: Query }) => {
    $('title').text();
    $('a[href]').each((_, element) => void URL.parse(element.attribs.href ?? '', 'http://127.0.0.1/'));
  };
  const options = { requestHandler: handle, useSessionPool: false, minConcurrency: AT_ONCE, maxConcurrency: AT_ONCE };
  await new CheerioCrawler(options, new Configuration({ persistStorage: false })).run(urls);
}

const [variant, port, pages] = process.argv.slice(2);
if (import.meta.main && VARIANTS.includes(variant as Variant))
  await crawl(variant as Variant, Number(port), Number(pages));
