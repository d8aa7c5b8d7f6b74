// The whole practice web, crawled by the real engine (without a warning: crawled-database.ts), compared with its own truth.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { truthOf } from '../../../practice/truth.ts';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { createCrawledDatabase } from '../../test/crawled-database.ts';
import type { TestDatabase } from '../../test/database.ts';
import { practiceForTests } from '../../test/practice-web.ts';
import { createPageFetcher } from '../pages/fetch-page.ts';
import { sharedHosts } from '../pages/fetching/page-hosts.store.ts';
import { findBacklinks } from './backlinks/find-backlinks.ts';
import { crawlSite } from './crawl/crawl-site.ts';
import { forgetPracticeSites } from './index.store.ts';
import { readGraph } from './ratings/domain-graph.ts';
import { rateDomains } from './ratings/rate-domains.ts';
import { rateIndex } from './ratings/rate-index.ts';
import { searchIndex } from './search/search-index.ts';

let db: TestDatabase;
const practice = practiceForTests();
const outbound = outboundForTests(() => ({ practice: { port: practice.port } }));

beforeAll(async () => {
  db = await createCrawledDatabase(practice);
}, 180_000);
afterAll(() => db?.drop());

test('has every link between the sites, dofollow or nofollow as stated', async () => {
  const rows = await db.kysely
    .selectFrom('index_links as link')
    .innerJoin('index_captures as source', 'source.url_key', 'link.page_key')
    .select(['source.url as from', 'link.to_url as to', 'link.dofollow'])
    .execute();
  const found = new Map(rows.map(({ from, to, dofollow }) => [`${from} ${to}`, dofollow]));
  const crawled = new Set(rows.map(({ from }) => from));
  const truth = new Map<string, boolean>();
  for (const { from, to, isFollowed } of truthOf(practice.world, practice.port).links) {
    if (crawled.has(from)) truth.set(`${from} ${to}`, (truth.get(`${from} ${to}`) ?? false) || isFollowed);
  }
  expect(truth.size).toBeGreaterThan(1_000);
  const wrong = [...truth].filter(([pair, isFollowed]) => found.get(pair) !== isFollowed);
  expect(wrong).toEqual([]);
});

test('found nearly every page by its links', async () => {
  const rows = await db.kysely.selectFrom('index_pages').select('url').where('state', '=', 'page').execute();
  const found = new Set(rows.map(({ url }) => url));
  const truth = truthOf(practice.world, practice.port).pages.map(({ url }) => url);
  const missing = truth.filter((url) => !found.has(url));
  expect(missing.length).toBeLessThan(truth.length * 0.02);
});

describe.each(['Best Golf Courses In America', 'Managed WordPress Hosting'])('searching for %s', (keyword) => {
  test('finds a rich list, best first, within the filters', async () => {
    const found = await searchIndex(db.kysely, { keyword, limit: 50, perDomain: 2 });
    expect(found.length).toBe(50);
    const words = keyword.toLowerCase().split(' ');
    const isExact = ({ title }: { title: string }) => words.every((word) => title.toLowerCase().includes(word));
    expect(found.slice(0, 5).every(isExact)).toBe(true);
    const perDomain = Map.groupBy(found, ({ domain }) => domain);
    expect(Math.max(...[...perDomain.values()].map((list) => list.length))).toBe(2);
  });

  test('filters by rating, words and traffic', async () => {
    const range = { minDomainRating: 30, maxDomainRating: 70, minWords: 400, minTraffic: 50 };
    const found = await searchIndex(db.kysely, { keyword, limit: 100, ...range });
    expect(found.length).toBeGreaterThan(0);
    for (const page of found) {
      expect(page.domainRating).toBeGreaterThanOrEqual(30);
      expect(page.domainRating).toBeLessThanOrEqual(70);
      expect(page.words).toBeGreaterThanOrEqual(400);
      expect(page.searchTraffic).toBeGreaterThanOrEqual(50);
    }
    const unknown = await searchIndex(db.kysely, { keyword, limit: 200, minTraffic: 50, unknownTrafficPasses: true });
    expect(unknown.some(({ searchTraffic }) => searchTraffic === -1)).toBe(true);
  });

  test('leads to backlinks', async () => {
    const found = await searchIndex(db.kysely, { keyword, limit: 10 });
    const lists = await Promise.all(found.map(({ url }) => findBacklinks(db.kysely, { url }, { limit: 100 })));
    expect(lists.flat().length).toBeGreaterThan(20);
    for (const [index, list] of lists.entries()) {
      expect(new Set(list.map(({ domain }) => domain)).size).toBe(list.length);
      const page = await db.kysely
        .selectFrom('index_pages')
        .select(['referring_domains', 'url_rating'])
        .where('url', '=', found[index]?.url ?? '')
        .executeTakeFirstOrThrow();
      expect(page.referring_domains).toBe(list.length);
      expect(page.url_rating >= 0).toBe(list.length >= 3);
    }
  });
});

test.each(['', '   ', 'the of', '!!!', 'zzzunknownwordzzz', "');--"])('the keyword %j finds nothing', async (keyword) =>
  expect(await searchIndex(db.kysely, { keyword, limit: 10 })).toEqual([]),
);

test('never treats a keyword as a query', async () => {
  const keyword = "golf & ! ( | <-> :* ') \\'; drop table index_pages; --";
  await searchIndex(db.kysely, { keyword, limit: 10 });
  expect((await searchIndex(db.kysely, { keyword: 'golf', limit: 10 })).length).toBe(10);
});

test('a page about German golf is found by German words', async () => {
  const found = await searchIndex(db.kysely, { keyword: 'Golfplätze', limit: 10 });
  expect(found.length).toBeGreaterThan(0);
  expect(found[0]?.language).toBe('de');
});

test('an unrated domain passes every range, comes last, and has no rating', async () => {
  const [page] = await searchIndex(db.kysely, { keyword: 'golf', limit: 1 });
  const { url = '' } = page ?? {};
  const rated = await findBacklinks(db.kysely, { url }, { limit: 100 });
  const unrated = rated[0]?.domain ?? '';
  await db.kysely.updateTable('index_domains').set({ rating: -1 }).where('name', '=', unrated).execute();
  const range = { minDomainRating: 99.9, maxDomainRating: 100, limit: 100 };
  for (const target of [{ url }, { domain: page?.domain ?? '' }]) {
    const found = await findBacklinks(db.kysely, target, range);
    expect(found.at(-1)).toMatchObject({ domain: unrated, domainRating: -1 });
  }
  const inserted = await db.kysely
    .insertInto('index_domains')
    .values({ name: 'new.example' })
    .returning('rating')
    .executeTakeFirst();
  expect(inserted).toEqual({ rating: -1 });
  await db.kysely.deleteFrom('index_domains').where('name', '=', 'new.example').execute();
  await rateIndex(db.kysely);
  expect(await findBacklinks(db.kysely, { url }, { limit: 100 })).toEqual(rated);
});

test('computing the ratings again gives the same values', async () => {
  const read = () => db.kysely.selectFrom('index_domains').select(['name', 'rating', 'rank']).orderBy('id').execute();
  const before = await read();
  expect(Math.max(...before.map(({ rating }) => rating))).toBe(100);
  await rateIndex(db.kysely);
  expect(await read()).toEqual(before);
});

test('link farms are rated below 20, and no honest site moves by 3 points', async () => {
  const rows = await db.kysely
    .selectFrom('index_domains')
    .select(['name', 'rating', 'undiscounted_rating', 'network_id'])
    .orderBy('id')
    .execute();
  const graph = await readGraph(db.kysely);
  const { undiscounted } = await rateDomains(graph);
  const isSpam = (name: string) => /^(?:bestlinks\d|cheaphostdeals)\./.test(name);
  expect(rows.filter(({ name }) => isSpam(name))).toHaveLength(7);
  for (const [index, { name, rating, undiscounted_rating, network_id }] of rows.entries()) {
    const stored = { name, undiscounted_rating, isInNetwork: network_id !== null };
    if (isSpam(name)) {
      expect(rating).toBeLessThan(20);
      expect(undiscounted[index]).toBeGreaterThan(35);
      expect(stored).toEqual({
        ...{ name, isInNetwork: name.startsWith('bestlinks') },
        undiscounted_rating: expect.closeTo(undiscounted[index] as number, 1),
      });
    } else {
      expect(Math.abs(rating - (undiscounted[index] as number))).toBeLessThan(3);
      expect(stored).toEqual({ name, undiscounted_rating: null, isInNetwork: false });
    }
  }
});

// These add pages to the index, so they run last.
test.each([
  ['busy', 3],
  ['scripted', 3],
  ['numbered', 65],
  ['twofold', 3],
])('%s.localhost is hard to crawl, and all its %i pages are read', async (name, pages) => {
  const hosts = sharedHosts(db.kysely);
  const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0 (hard sites)', pauseMs: 0, hosts });
  const report = await crawlSite({ db, fetcher }, { url: `http://${name}.localhost:${practice.port}/` });
  expect(report).toMatchObject({ pages, unreached: 0, resumeInSeconds: null });
});

test('stops crawling the endless calendar.localhost where its pages repeat', async () => {
  const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0 (hard sites)', pauseMs: 0 });
  const report = await crawlSite({ db, fetcher }, { url: `http://calendar.localhost:${practice.port}/` });
  expect(report.pages).toBeLessThan(60);
  const lists = await db.sql`select from index_pages where url like ${'http://calendar.localhost%/list%'}`;
  expect(lists).toHaveLength(1);
});

test('without the practice web, its sites are deleted and the others stay', async () => {
  const real = { name: 'real.example', crawled_at: new Date() };
  await db.kysely.insertInto('index_domains').values(real).execute();
  await forgetPracticeSites(db.kysely);
  expect(await db.kysely.selectFrom('index_domains').select('name').execute()).toEqual([{ name: real.name }]);
  expect(await db.kysely.selectFrom('index_pages').select('id').execute()).toEqual([]);
});
