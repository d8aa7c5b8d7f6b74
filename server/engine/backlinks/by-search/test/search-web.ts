// A small web for tests: sites that answer as the test says, and a SearXNG that returns their pages.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { loadConfig } from '../../../../platform/config.ts';
import { createOutbound, type Outbound } from '../../../../platform/outbound/outbound.ts';
import { type Site, startSite } from '../../../../platform/outbound/test/site.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { pageFetcherOf } from '../../../pages/fetcher-of.ts';
import type { Call } from '../../../provider.ts';
import { searchEnginesFor } from '../../../search/sources.ts';
import { openVendorOutbound } from '../../../vendors/all-vendors.ts';
import { createPageReader, type ReaderLimits } from '../page-reader.ts';
import type { BySearchParts } from '../read-all.ts';

export type Answer = string | { status?: number; headers?: Record<string, string>; body?: string | Buffer };
type Answering = Answer | ((request: IncomingMessage, response: ServerResponse) => void);

export interface SearchWeb {
  readonly db: TestDatabase;
  readonly call: Call;
  /** By `<site><path>`; all others answer 404. */
  pages: Record<string, Answering>;
  /** What SearXNG answers to a question: URLs, best first, or an HTTP status. */
  results: (question: string) => string[] | number;
  /** Requested pages, without robots.txt, and questions sent to SearXNG. */
  requested: string[];
  questions: string[];
  at(site: string, path?: string): string;
  /** Simulates a new process. */
  parts(options?: { limits?: Partial<ReaderLimits>; queries?: number; pages?: number }): BySearchParts;
}

/** Call once at the top of a test file. */
export function searchWeb(): SearchWeb {
  let db: TestDatabase;
  let site: Site;
  let outbound: Outbound;
  const closing: Outbound[] = [];
  const log = { warn: () => undefined, error: () => undefined };
  beforeAll(async () => {
    db = await createTestDatabase();
    site = await startSite((request, response) =>
      isSearch(request) ? search(request, response) : page(request, response),
    );
    outbound = createOutbound({ practice: { port: site.port } });
    closing.push(outbound);
  });
  afterAll(async () => {
    await Promise.all(closing.map((one) => one.close()));
    await site.close();
    await db.drop();
  });
  afterEach(async () => {
    Object.assign(web, { pages: {}, results: () => [], requested: [], questions: [] });
    await db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests, page_reads, page_hosts`;
  });

  const isSearch = ({ headers }: IncomingMessage) => headers.host?.startsWith('127.0.0.1') ?? false;
  function search({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const query = new URL(url, 'http://search').searchParams;
    const question = query.get('q') ?? '';
    web.questions.push(question);
    const found = query.get('pageno') === '1' ? web.results(question) : [];
    if (typeof found === 'number') return void response.writeHead(found).end('{}');
    const results = found.map((one) => ({ url: one, title: 'A page', content: '' }));
    response.end(JSON.stringify({ query: question, results, unresponsive_engines: [] }));
  }
  function page(request: IncomingMessage, response: ServerResponse): void {
    const name = (request.headers.host ?? '').replace(/\.localhost.*/, '');
    const key = `${name}${request.url}`;
    if (!key.endsWith('/robots.txt')) web.requested.push(key);
    const known = web.pages[key] ?? { status: 404 };
    if (typeof known === 'function') return void known(request, response);
    const { status = 200, headers = {}, body = 'no' } = typeof known === 'string' ? { body: known } : known;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  }

  const web: SearchWeb = {
    get db() {
      return db;
    },
    get call() {
      return { outbound, log };
    },
    pages: {},
    results: () => [],
    requested: [],
    questions: [],
    at: (name, path = '/') => site.url(path, name),
    parts({ limits, queries = 4, pages = 30 } = {}) {
      const config = loadConfig({
        ...{ NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32), SEARXNG_URL: `http://127.0.0.1:${site.port}` },
        VENDOR_LIMITS: 'searxng.perSecond=1000,searxng.perMinute=10000,searxng.concurrent=100',
      });
      const vendorOutbound = openVendorOutbound(config);
      closing.push(vendorOutbound);
      const practice = { port: site.port };
      const searches = searchEnginesFor({ config, db, log: log as never, practice, vendorOutbound }, 'backlinks');
      const reader = createPageReader({
        db: db.kysely,
        fetcherOf: (outbound) => pageFetcherOf({ config, db, outbound, practice }),
        limits: { atOnce: 8, pageMs: 30_000, totalMs: 60_000, ...limits },
      });
      return { db: db.kysely, searches, reader, limits: { queries, pages } };
    },
  };
  return web;
}
