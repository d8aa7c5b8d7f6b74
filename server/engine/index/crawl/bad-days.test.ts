// A site that is unreachable for a while: the index keeps what it knows until that has lasted for days.

import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../../../practice/tls/certificate.ts';
import { dialTcp } from '../../../platform/outbound/connecting/dialer.ts';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts';
import { databaseForTests } from '../../../test/database.ts';
import { createPageFetcher } from '../../pages/fetch-page.ts';
import { findBacklinks } from '../backlinks/find-backlinks.ts';
import type { IndexReader, SampleLink } from '../engine/index-engine.ts';
import { emptyIndex } from '../index.store.ts';
import { crawlSite } from './crawl-site.ts';

type Weather = 'fine' | '403' | 'no such host' | 'a bad certificate';
/** `cutAfter`: the connection ends after this many characters of the body. */
type Answer = { status?: number; location?: string; body?: string; cutAfter?: number };

const SITE = 'https://shop.zeus-test.com';
const TARGET = 'https://zeus-target.com/x';
const pair = selfSigned('shop.zeus-test.com');
const trusted = getCACertificates('default');
const usual: Record<string, Answer> = {
  '/': { body: `<title>Home</title><p>Home</p><a href="/a">a</a>` },
  '/a': { body: `<title>A</title><p>A page</p><a href="${TARGET}">the target</a>` },
};

const db = databaseForTests();
let outbound: Outbound;
let weather: Weather = 'fine';
let answers: Record<string, Answer> = usual;
const respond = (secure: { key: string; cert: string }) =>
  createServer(secure, (request, response) => {
    const known = weather === '403' ? { status: 403 } : (answers[request.url ?? ''] ?? { status: 404 });
    const { status = 200, location, body = 'no', cutAfter } = known;
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...(location ? { location } : {}) });
    if (cutAfter === undefined) response.end(body);
    else response.write(body.slice(0, cutAfter), () => response.destroy());
  });
const server = respond(pair);
/** The same name in an untrusted certificate. */
const untrusted = respond(selfSigned('shop.zeus-test.com'));

async function listen(one: Server): Promise<number> {
  await new Promise<void>((resolve) => one.listen({ host: '127.0.0.1', port: 0 }, resolve));
  return (one.address() as AddressInfo).port;
}

beforeAll(async () => {
  const [port, badPort] = [await listen(server), await listen(untrusted)];
  setDefaultCACertificates([...trusted, pair.cert]);
  outbound = createOutbound({
    resolve: async () => (weather === 'no such host' ? [] : ['93.184.216.34']),
    dial: (_address, _port, signal) => dialTcp('127.0.0.1', weather === 'a bad certificate' ? badPort : port, signal),
  });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await outbound.close();
  for (const one of [server, untrusted]) {
    one.closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  }
});
beforeEach(() => crawl());
afterEach(() => emptyIndex(db.kysely));

async function crawl(on: Weather = 'fine', changed: Record<string, Answer> = {}): Promise<void> {
  weather = on;
  answers = { ...usual, ...changed };
  // An open connection would be reused, whatever its host's name or certificate is by now.
  server.closeAllConnections();
  const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0 });
  await crawlSite({ db, fetcher }, { url: SITE });
}

async function states(): Promise<Record<string, string | null>> {
  const rows = await db.kysely
    .selectFrom('index_pages as page')
    .leftJoin('index_captures as text', 'text.url_key', 'page.url_key')
    .select(['page.url', 'page.state', 'text.title'])
    .where('page.url', 'like', `${SITE}%`)
    .orderBy('page.url')
    .execute();
  return Object.fromEntries(rows.map(({ url, state, title }) => [url.slice(SITE.length), title ?? state]));
}

const backlinks = async (url = TARGET) => (await findBacklinks(db.kysely, { url }, { limit: 10 })).length;
const failures = () => db.sql<{ days: number }[]>`select days from index_failures`;
/** As if the failures had started that long ago, the last one yesterday. */
const backdate = (days: number) => db.sql`
  update index_failures set since = now() - make_interval(days => ${days}), last_on = current_date - 1`;

describe.each<Weather>(['403', 'no such host', 'a bad certificate'])('a site met by %s', (kind) => {
  test('keeps its texts and links', async () => {
    await crawl(kind);
    expect(await states()).toEqual({ '/': 'Home', '/a': 'A' });
    expect(await backlinks()).toBe(1);
    await crawl(kind);
    expect(await failures()).toHaveLength(2);
  });

  test('is still found in the page sample if it was never seen', async () => {
    await emptyIndex(db.kysely);
    const capture = { urlFrom: `${SITE}/`, urlTo: TARGET, domain: 'zeus-test.com', capturedAt: new Date(0) };
    const link: SampleLink = { ...capture, title: '', anchor: '', rel: '', domainRating: -1, words: -1 };
    const sample: IndexReader = {
      backlinksOf: async () => [link],
      capturesOf: async () => new Map(),
      searchPages: async () => [],
      languages: async () => [],
    };
    const sampled = () => findBacklinks(db.kysely, { url: TARGET }, { limit: 10 }, sample);
    await crawl(kind);
    expect(await sampled()).toHaveLength(1);
    await crawl('fine', { '/': { status: 410 } });
    expect(await sampled()).toEqual([]);
    await crawl(kind);
    expect(await sampled()).toEqual([]);
  });
});

test('a site is forgotten when its failures last for days', async () => {
  await crawl('403');
  await backdate(8);
  await crawl('no such host');
  expect(await states()).toEqual({ '/': 'Home', '/a': 'A' });
  await backdate(9);
  await crawl('403');
  expect(Object.values(await states())).not.toContain('A');
  expect(await backlinks()).toBe(0);
  expect(await failures()).toEqual([]);
});

test('a site is kept when it answered in between', async () => {
  await crawl('403');
  await backdate(8);
  await crawl('fine');
  expect(await failures()).toEqual([]);
  await crawl('403');
  expect(await states()).toEqual({ '/': 'Home', '/a': 'A' });
});

test('a deleted page is removed at once', async () => {
  await crawl('fine', { '/a': { status: 410 } });
  expect(await states()).toEqual({ '/': 'Home', '/a': 'gone' });
  expect(await backlinks()).toBe(0);
});

describe('a truncated page', () => {
  const NEW_TARGET = 'https://zeus-target.com/new';
  const start = `<title>A, renewed</title><p>A page</p><a href="${NEW_TARGET}">new</a>`;
  const rest = `<p>Its last words</p><a href="${TARGET}">the target</a>`;
  const cut = { body: start + rest, cutAfter: start.length };
  const wordsOfA = async () =>
    (await db.sql<{ words: number }[]>`select words from index_crawled_pages where title like 'A%'`)[0];

  test('is kept as far as it arrived when it is new', async () => {
    await emptyIndex(db.kysely);
    await crawl('fine', { '/a': cut });
    expect(await states()).toEqual({ '/': 'Home', '/a': 'A, renewed' });
    expect([await backlinks(NEW_TARGET), await backlinks()]).toEqual([1, 0]);
  });

  test('shortens no text and loses no link, but adds new links', async () => {
    const whole = { body: start.replace('A, renewed', 'A').replace(NEW_TARGET, '/') + rest };
    await crawl('fine', { '/a': whole });
    const before = await wordsOfA();
    await crawl('fine', { '/a': cut });
    expect(await states()).toEqual({ '/': 'Home', '/a': 'A' });
    expect(await wordsOfA()).toEqual(before);
    expect([await backlinks(NEW_TARGET), await backlinks()]).toEqual([1, 1]);
    await crawl('fine', { '/a': { body: start } });
    expect(await states()).toEqual({ '/': 'Home', '/a': 'A, renewed' });
    expect([await backlinks(NEW_TARGET), await backlinks()]).toEqual([1, 0]);
  });

  test('that has grown replaces the text and still loses no link', async () => {
    const long = `${start}<p>And many more words than before, up to here</p>`;
    await crawl('fine', { '/a': { body: long + rest, cutAfter: long.length } });
    expect(await states()).toEqual({ '/': 'Home', '/a': 'A, renewed' });
    expect([await backlinks(NEW_TARGET), await backlinks()]).toEqual([1, 1]);
  });
});

describe('a redirect', () => {
  const home = { body: `<title>Home</title><p>Home</p><a href="/a">a</a><a href="/login">in</a>` };
  const login = { body: '<title>Log in</title><p>Log in to read this.</p>' };
  const movedTo = async () => {
    const [row] = await db.sql<{ to: string | null }[]>`
      select target.url as to from index_pages page left join index_pages target on target.id = page.moved_to
      where page.url = ${`${SITE}/a`}`;
    return row?.to;
  };

  test.each([302, 303, 307])('of status %i merges nothing and keeps the page', async (status) => {
    await crawl('fine', { '/': home, '/a': { status, location: '/login' }, '/login': login });
    expect(await states()).toEqual({ '/': 'Home', '/a': 'A', '/login': 'Log in' });
    expect(await movedTo()).toBeNull();
    expect(await backlinks()).toBe(1);
  });

  test('inside the page merges nothing', async () => {
    const refresh = '<meta http-equiv="refresh" content="0; url=/login"><p>Wait</p>';
    await crawl('fine', { '/': home, '/a': { body: refresh }, '/login': login });
    expect(await movedTo()).toBeNull();
  });

  test.each([301, 308])('of status %i moves the page', async (status) => {
    await crawl('fine', { '/': home, '/a': { status, location: '/login' }, '/login': login });
    expect(await states()).toEqual({ '/': 'Home', '/a': 'moved', '/login': 'Log in' });
    expect(await movedTo()).toBe(`${SITE}/login`);
  });

  test('permanent, then temporary, moves the page to the permanent target', async () => {
    const way = { '/a': { status: 301, location: '/b' }, '/b': { status: 302, location: '/login' } };
    await crawl('fine', { '/': home, ...way, '/login': login });
    expect(await movedTo()).toBe(`${SITE}/b`);
    expect(await states()).toEqual({ '/': 'Home', '/a': 'moved', '/b': 'moved', '/login': 'Log in' });
  });
});
