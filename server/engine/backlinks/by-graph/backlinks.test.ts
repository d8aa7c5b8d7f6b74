// Backlinks through a domain graph that is loaded from generated files, on sites that behave like the real web.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../platform/config.ts';
import { publishedFolder } from '../../index/common-crawl/graph/files/graph-files.ts';
import { type GraphReader, graphReader } from '../../index/common-crawl/graph/referring-domains.ts';
import { findReady } from '../../index/common-crawl/releases/releases.store.ts';
import { loadTestGraph } from '../../index/common-crawl/test/load-test-graph.ts';
import { openVendorOutbound } from '../../vendors/all-vendors.ts';
import { searchWeb } from '../by-search/test/search-web.ts';
import { backlinkSources } from '../sources.ts';
import { backlinksByGraph } from './backlinks.ts';

const web = searchWeb();
const { at } = web;
const path = '/guide/best-courses';
const target = () => at('target', path);
const link = (href: string, more = '') => `<a href="${href}" ${more}>the courses</a>`;
const page = (...inside: string[]) => `<title>A page</title><p>Some words before ${inside.join(' and ')}.</p>`;

const referring = ['at-home', 'by-topic', 'in-resources', 'nofollow', 'other-page', 'without'];
const platform = 'facebook.com';
let folder: string;
let graph: GraphReader;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zeus-by-graph-'));
  const linking = [platform, ...referring.map((name) => `${name}.localhost`)];
  const hosts = ['target.localhost', 'unrelated.localhost', ...linking];
  const links = linking.map((host) => [host, 'target.localhost'] as const);
  graph = await loadTestGraph(web.db, folder, { hosts, links });
});
afterAll(() => rm(folder, { recursive: true }));

interface Options {
  graph?: GraphReader;
  domains?: number;
  queries?: number;
  known?: string[];
  search?: boolean;
  signal?: AbortSignal;
}

/** Simulates a new process. */
async function find({ known = [], search = false, signal, ...options }: Options = {}) {
  const { domains = 20, queries = 2 } = options;
  const { db, reader, searches } = web.parts({ limits: { atOnce: 1 } });
  const finder = backlinksByGraph({
    ...{ db, reader, graph: options.graph ?? graph, searches: search ? searches : [] },
    homesOf: (domain) => [domain, `www.${domain}`].map((host) => at(host.replace('.localhost', ''))),
    limits: { domains, queries, totalMs: 60_000 },
  });
  const request = { url: target(), limit: 100, minDomainRating: 0, maxDomainRating: 100 };
  const found = await finder.find({ ...request, knownDomains: new Set(known) }, { ...web.call, signal });
  return found?.map(({ urlFrom }) => urlFrom).sort() ?? null;
}

/** All referring domains answer; three of them have the link. */
function prepare(): string[] {
  Object.assign(web.pages, {
    [`target${path}`]: '<title>The Best Courses of the North | Target</title>',
    'at-home/': page(link(target())),
    'by-topic/': page(link('/about'), '<a href="/2026/post-1">Northern courses we love</a>', link('/resources')),
    'by-topic/2026/post-1': page(link(target())),
    'in-resources/': page('<a href="/contact">Contact</a>', '<a href="/our-resources">Read on</a>'),
    'in-resources/our-resources': page(link(target())),
    'nofollow/': page(link(target(), 'rel="nofollow"')),
    'other-page/': page(link(at('target', '/guide/other'))),
    'without/': page('nothing'),
    'unrelated/': page(link(target())),
  });
  return [at('at-home'), at('by-topic', '/2026/post-1'), at('in-resources', '/our-resources')];
}

const requestedSites = () => [...new Set(web.requested.map((one) => one.replace(/\/.*/, '')))].sort();

test('delivers pages of referring domains that have a followed link, and no others', async () => {
  const linking = prepare();
  expect(await find()).toEqual(linking);
  expect(requestedSites()).toEqual([...referring, 'target'].sort());
  expect(web.questions).toEqual([]);
});

test('looks at no more domains than allowed, and not at those that are known', async () => {
  prepare();
  expect(await find({ domains: 1, known: ['at-home.localhost'] })).toEqual([at('by-topic', '/2026/post-1')]);
  expect(requestedSites()).toEqual(['by-topic', 'target']);
});

test('skips platforms, which come first', async () => {
  prepare();
  web.pages[`${platform}/`] = page(link(target()));
  expect(await find({ domains: 1 })).toEqual([at('at-home')]);
  expect(requestedSites()).toEqual(['at-home', 'target']);
});

test('asks search engines for the rest, and reads only pages of referring domains', async () => {
  const linking = prepare();
  web.pages['without/deep/page'] = page(link(target()));
  web.pages['nofollow/other'] = page('nothing');
  web.results = () => [at('unrelated'), at('without', '/deep/page'), at('nofollow', '/other')];
  expect(await find({ search: true })).toEqual([...linking, at('without', '/deep/page')].sort());
  const sites = ['nofollow', 'other-page', 'without'].map((site) => `site:${site}.localhost`);
  expect(web.questions).toEqual([`target.localhost The Best Courses of the North (${sites.join(' OR ')})`]);
  expect(requestedSites()).not.toContain('unrelated');
});

test('delivers what it found if no search engine answers', async () => {
  const linking = prepare();
  web.results = () => 500;
  expect(await find({ search: true })).toEqual(linking);
  Object.assign(web.pages, { 'at-home/': page(''), 'by-topic/': page(''), 'in-resources/': page('') });
  await web.db.sql`truncate provider_calls, provider_answers, provider_rests, page_reads`;
  await expect(find({ search: true })).rejects.toMatchObject({ kind: 'unavailable' });
});

test.each([
  ['does not answer', 500],
  ['has no page at the first', 404],
])('tries the other address of a site that %s', async (_name, status) => {
  prepare();
  web.pages['at-home/'] = { status };
  web.pages['www.at-home/'] = page(link(target()));
  expect(await find()).toContain(at('www.at-home'));
});

test('finishes the rest after it was stopped halfway', async () => {
  const linking = prepare();
  const stop = new AbortController();
  const drawn = web.pages['in-resources/'];
  web.pages['in-resources/'] = () => stop.abort(new Error('killed'));
  await expect(find({ signal: stop.signal })).rejects.toThrow('killed');
  web.pages['in-resources/'] = drawn ?? '';
  expect(await find()).toEqual(linking);
  expect(web.requested.filter((one) => one === 'at-home/')).toHaveLength(1);
});

test('finds nothing without a graph, and could not look if it is damaged', async () => {
  prepare();
  const reader = (place: string) => graphReader({ db: web.db.kysely, folder: join(folder, place) });
  expect(await find({ graph: reader('elsewhere') })).toBeNull();
  expect(web.requested).toEqual([]);
  await cp(join(folder, 'graph'), join(folder, 'damaged', 'graph'), { recursive: true });
  const release = (await findReady(web.db.kysely, 'graph'))?.name ?? '';
  await rm(join(publishedFolder(join(folder, 'damaged'), release), 'inbound.src'));
  await expect(find({ graph: reader('damaged') })).rejects.toMatchObject({ source: 'by-graph', retryable: true });
});

test('comes after our own index and before search engines, but not on the practice web', async () => {
  const config = loadConfig({ NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32), SEARXNG_URL: 'http://127.0.0.1:1' });
  const vendorOutbound = openVendorOutbound(config);
  const sources = (practice?: { port: number }) =>
    backlinkSources({ ...{ config, db: web.db, vendorOutbound, practice }, log: web.call.log as never }).finders;
  expect(sources().map(({ source }) => source)).toEqual(['zeus-own', 'by-graph', 'by-search']);
  expect(sources({ port: 1 }).map(({ source }) => source)).not.toContain('by-graph');
  await vendorOutbound.close();
});
