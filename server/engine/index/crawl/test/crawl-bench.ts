// Shared by crawl tests: a database, and a web server whose sites answer as the test says.

import type { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createOutbound, type Outbound } from '../../../../platform/outbound/outbound.ts';
import { type Site, startSite } from '../../../../platform/outbound/test/site.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createPageFetcher } from '../../../pages/fetch-page.ts';
import { sharedHosts } from '../../../pages/fetching/page-hosts.store.ts';
import type { CrawlContext } from '../crawl-context.ts';

export type Answer = string | { status?: number; headers?: Record<string, string>; body?: string | Buffer };

export interface CrawlBench {
  readonly db: TestDatabase;
  readonly outbound: Outbound;
  readonly port: number;
  /** By `<name><path>`, or by `<name>*`; 404 without one. */
  answers: Record<string, Answer | ((path: string, request: IncomingMessage) => Answer)>;
  asked: string[];
  /** Simulates a new process. */
  context(): CrawlContext;
  /** A unique site name per test, because they share the database. */
  newName(): string;
  at(name: string, path?: string): string;
  /** The paths (or URLs under other hosts) of a site that are indexed as pages, sorted. */
  pagesOf(name: string): Promise<string[]>;
}

/** Call once at the top of a test file. */
export function crawlBench(): CrawlBench {
  let db: TestDatabase;
  let web: Site;
  let outbound: Outbound;
  let sites = 0;
  beforeAll(async () => {
    db = await createTestDatabase();
    web = await startSite((request, response) => {
      const name = (request.headers.host ?? '').replace(/\.localhost.*/, '');
      const path = request.url ?? '';
      bench.asked.push(`${name}${path}`);
      const known = bench.answers[`${name}${path}`] ?? bench.answers[`${name}*`] ?? { status: 404 };
      const answer = typeof known === 'function' ? known(path, request) : known;
      const { status = 200, headers = {}, body = 'no' } = typeof answer === 'string' ? { body: answer } : answer;
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
    });
    outbound = createOutbound({ practice: { port: web.port } });
  });
  afterAll(async () => {
    await outbound.close();
    await web.close();
    await db.drop();
  });
  afterEach(() => {
    bench.answers = {};
    bench.asked = [];
  });
  const bench: CrawlBench = {
    get db() {
      return db;
    },
    get outbound() {
      return outbound;
    },
    get port() {
      return web.port;
    },
    answers: {},
    asked: [],
    context: () => ({
      db,
      fetcher: createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0, hosts: sharedHosts(db.kysely) }),
    }),
    newName: () => `bench${++sites}`,
    at: (name, path = '/') => web.url(path, name),
    async pagesOf(name) {
      const rows = await db.kysely
        .selectFrom('index_pages as page')
        .innerJoin('index_domains as domain', 'domain.id', 'page.domain_id')
        .select('page.url')
        .where('domain.name', '=', `${name}.localhost`)
        .where('page.state', '=', 'page')
        .execute();
      return rows.map(({ url }) => url.replace(bench.at(name, ''), '')).sort();
    },
  };
  return bench;
}

export const page = (title: string, ...links: string[]): string =>
  `<html lang="en"><title>${title}</title><h1>${title}</h1><p>Some words about ${title}.</p>${links.map(link).join('\n')}`;
const link = (href: string) => `<p>Read more about all of this <a href="${href}">here</a> whenever you like.</p>`;
/** A unique word for a number, because pages that differ only in numbers count as one. */
export const wordFor = (n: number): string =>
  n.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
