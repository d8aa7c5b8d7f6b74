// How much PostgreSQL reads for a popular URL, in a sample where most URLs have a single link as on the web, and for a common word.
// It expects few links then, and might read and sort all of them; and it reads all matches in an index before the first page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Capture, openCapture } from '../../../test/capture-plans.ts';
import { databaseForTests } from '../../../test/database.ts';
import { postgresEngine, postgresReader } from './postgres-engine.ts';
import { beginRelease, fileOf } from './test/engine-contract.ts';

const popular = 'https://popular.example/';
/** More than are ranked in a search. */
const domains = 2_100;
const limit = 20;
/** The first file of the second slice. */
const nextSlice = 6;
/** After five questions, PostgreSQL may keep a plan that doesn't depend on the values. */
const questions = 10;
const db = databaseForTests();
let capture: Capture;
let older: number;

beforeAll(async () => {
  // An index of millions of links takes as long to enter.
  await db.pool.query(
    `do $$ begin execute format('alter database %I set cpu_operator_cost = 0.01', current_database()); end $$`,
  );
  capture = openCapture(db.address);
  const engine = postgresEngine(db);
  await db.sql`
    with ranks as (
      insert into index_releases (kind, name, state, domains, wanted, finished_at)
      values ('ranks', 'ranks', 'ready', 100000, 1, now()) returning id)
    insert into index_domain_ranks select ranks.id, 'site-' || n || '.example', n from ranks, generate_series(1, ${domains / 2}::int) n`;
  older = await beginRelease({ db, engine }, 'CC-MAIN-1', nextSlice + 1);
  const pages = Array.from({ length: domains }, (_, index) => ({
    url: `https://site-${index + 1}.example/`,
    title: 'Common words',
    links: [popular, ...[1, 2, 3].map((number) => `https://rare-${index}-${number}.example/`)],
  }));
  await engine.write(older, fileOf(0, pages));
  for (let number = 1; number < nextSlice; number++) await engine.write(older, fileOf(number, []));
  await engine.write(older, fileOf(nextSlice, [{ url: 'https://late.example/', title: 'Common and rare words' }]));
  await engine.publish(older);
});
afterAll(() => capture?.db.close());

test.each([
  ['rated domains', {}],
  ['a range of ratings', { minDomainRating: 10, maxDomainRating: 60 }],
  ['unrated domains', { minDomainRating: 99.9, maxDomainRating: 100 }],
])('%s: only as many links are read as there are results', async (_what, range) => {
  const reader = postgresReader(capture.db);
  for (const target of [{ urls: [popular] }, { domain: 'popular.example' }]) {
    for (let question = 0; question < questions; question++) {
      const { read, worst } = await capture.during(async () => {
        expect(await reader.backlinksOf(target, { limit, ...range })).toHaveLength(limit);
      });
      expect(read, worst).toBeLessThan(10 * limit);
    }
  }
});

test('a list answers without the links themselves', async () => {
  const reader = postgresReader(capture.db);
  for (const target of [{ urls: [popular] }, { domain: 'popular.example' }]) {
    for (let question = 0; question < questions; question++) {
      const { read, worst } = await capture.during(() => reader.backlinksOf(target, { limit }));
      expect(read, worst).toBeLessThan(limit);
    }
  }
});

test('a common word: further slices are not read', async () => {
  const { worst } = await capture.during(async () => {
    expect(await searchFor('common')).toHaveLength(limit);
  });
  expect(worst).toMatch(/_search_0: \d+ rows read, 1 times/);
  expect(worst).toMatch(/_search_1: 0 rows read, 0 times/);
});

test('a rare word is found in any slice', async () => {
  expect(await searchFor('rare')).toMatchObject([{ url: 'https://late.example/' }]);
});

test('a release that is being loaded is not read', async () => {
  const engine = postgresEngine(db);
  const id = await beginRelease({ db, engine }, 'CC-MAIN-2', 2);
  const pages = Array.from({ length: domains }, (_, index) => ({
    url: `https://loading-${index}.example/`,
    title: 'Rare words',
    links: [popular],
  }));
  await engine.write(id, fileOf(0, pages));
  const reader = postgresReader(capture.db);
  const asked = [
    () => reader.backlinksOf({ urls: [popular] }, { limit }),
    () => reader.backlinksOf({ domain: 'popular.example' }, { limit }),
    () => reader.capturesOf([popular]),
    () => searchFor('rare'),
  ];
  for (const ask of asked) {
    const { read, worst } = await capture.during(ask);
    expect(read, worst).toBeLessThan(10 * limit);
  }
});

test('of restored releases, only as many links are read as there are results', async () => {
  const target = 'https://restored.example/';
  const ids = await db.sql<{ id: number }[]>`
    insert into index_releases (kind, name, state, wanted, crawl_files, finished_at)
    select 'pages', 'CC-MAIN-' || n, 'ready', 1, 100, now() from generate_series(3, 4) n returning id`;
  const [first, second] = ids.map(({ id }) => id);
  // One page that links very often in the first release, and others that link once in the second.
  for (const [release, pages, links] of [
    [first, 1, domains],
    [second, domains, domains],
  ]) {
    await db.sql`
      insert into index_sample_pages (url_key, captured_at, release_id, domain_rating, words, listed, language, domain, url, title,
        description, search)
      select index_key(${release} || ' ' || n), 'epoch', ${release}, 90, 100, true, 'en', n || '.example', n || '.example/', '', '', ''
      from generate_series(1, ${pages}::int) n`;
    await db.sql`
      insert into index_sample_links (page_key, from_domain_key, to_key, to_domain_key, captured_at, release_id, domain_rating, position,
        dofollow, is_image, to_url, anchor, rel)
      select index_key(${release} || ' ' || least(n, ${pages})), least(n, ${pages}), index_key(${target}), index_key('restored.example'),
        'epoch', ${release}, 90, 0, true, false, ${target}, 'here', '' from generate_series(1, ${links}::int) n`;
  }
  await db.sql`analyze index_sample_links_restored, index_sample_pages_restored`;
  const reader = postgresReader(capture.db);
  for (const to of [{ urls: [target] }, { domain: 'restored.example' }]) {
    const { read, worst } = await capture.during(async () => {
      expect(await reader.backlinksOf(to, { limit })).toHaveLength(limit);
    });
    // These releases have no lists, so 64 links of each are read before the steps.
    expect(read, worst).toBeLessThan(10 * limit + 2 * 64);
  }
});

describe('with a newer crawl', () => {
  let newer: number;
  beforeAll(async () => {
    const engine = postgresEngine(db);
    newer = await beginRelease({ db, engine }, 'CC-MAIN-9');
    // As many as are ranked.
    const pages = Array.from({ length: 1_000 }, (_, index) => ({
      url: `https://fresh-${index}.example/`,
      title: 'Common words',
    }));
    await engine.write(newer, fileOf(0, pages));
    await engine.publish(newer);
  });

  test('a common word is answered from that one', async () => {
    const { worst } = await capture.during(async () => {
      const found = await searchFor('common');
      expect(found.filter(({ domain }) => !domain.startsWith('fresh-'))).toEqual([]);
    });
    expect(worst).toMatch(new RegExp(`_${newer}_search_0: \\d+ rows read, 1 times`));
    expect(worst).toMatch(new RegExp(`_${older}_search_0: 0 rows read, 0 times`));
  });

  test('a rare word is found in the others, without a scan of those that have fewer slices', async () => {
    const { read, worst } = await capture.during(async () => {
      expect(await searchFor('rare')).toMatchObject([{ url: 'https://late.example/' }]);
    });
    expect(read, worst).toBeLessThan(10 * limit);
  });
});

const searchFor = (word: string) =>
  postgresReader(capture.db).searchPages({ configs: ['english'], variants: [[word]], limit, except: [] });
