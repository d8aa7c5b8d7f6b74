// What fetching the same URLs costs without processing them, at three levels: bare undici; our outbound client, which checks
// each address and bounds each response; our fetcher, which asks robots.txt, waits for its turn at the host, follows redirects
// and detects the charset. The fetcher also reads the page, so the third level includes that.
import { Agent, request } from 'undici';
import { botUserAgent } from '../../server/engine/pages/bot.ts';
import { createPageFetcher } from '../../server/engine/pages/fetch-page.ts';
import type { Practice } from '../../server/platform/context.ts';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { cpuSince, recording } from './run.ts';

export interface Floors {
  /** CPU seconds. */
  undici: number;
  outbound: number;
  fetcher: number;
}

/** Where the pages are, and how to reach them. */
export interface Web {
  openOutbound(): Outbound;
  /** For a client that knows nothing about Zeus; every name leads to loopback. */
  plainAddress(url: string): string;
}

export const practiceWeb = (practice: Practice): Web => ({
  openOutbound: () => createOutbound({ practice }),
  plainAddress: (url) => url,
});

/** Fetches all of them, with as many concurrent requests as Zeus has jobs. */
export async function measureFloors(web: Web, urls: readonly string[], atOnce: number): Promise<Floors> {
  return {
    undici: await withUndici(urls.map(web.plainAddress), atOnce),
    outbound: await throughOutbound(web, urls, atOnce),
    fetcher: await throughFetcher(web, urls, atOnce),
  };
}

async function cpuOf(urls: readonly string[], atOnce: number, fetchOne: (url: string) => Promise<unknown>) {
  const cpu = process.cpuUsage();
  const rest = urls.values();
  const fetchRest = async () => {
    for (const url of rest) await fetchOne(url).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: atOnce }, fetchRest));
  return cpuSince(cpu);
}

/** Raw: nothing is decompressed, nothing is checked. */
async function withUndici(urls: readonly string[], atOnce: number): Promise<number> {
  const lookup = (_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  const dispatcher = new Agent({ connect: { lookup: lookup as never }, bodyTimeout: 10_000, headersTimeout: 10_000 });
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const seconds = await cpuOf(urls, atOnce, async (url) =>
    (await request(url, { dispatcher, headers })).body.arrayBuffer(),
  );
  await dispatcher.destroy();
  return seconds;
}

async function throughOutbound(web: Web, urls: readonly string[], atOnce: number): Promise<number> {
  const outbound = web.openOutbound();
  const seconds = await cpuOf(urls, atOnce, async (url) => (await outbound.request(url)).bytes());
  await outbound.close();
  return seconds;
}

async function throughFetcher(web: Web, urls: readonly string[], atOnce: number): Promise<number> {
  const client = web.openOutbound();
  const asked: string[] = [];
  const outbound = recording(client, asked);
  const fetcher = createPageFetcher({ outbound, userAgent: botUserAgent('http://localhost'), pauseMs: 0 });
  const seconds = await cpuOf(urls, atOnce, async (url) => {
    // The fetcher requests robots.txt and follows redirects itself.
    if (!url.endsWith('/robots.txt') && !asked.includes(url)) await fetcher.fetchPage(url);
  });
  await client.close();
  return seconds;
}
