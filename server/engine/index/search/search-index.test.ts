// Searches of indexes created by SQL: one very large site, and pages in rare languages.

import { afterEach, describe, expect, test } from 'vitest';
import { databaseForTests } from '../../../test/database.ts';
import { ratePages } from '../backlinks/rate-pages.ts';
import { emptyIndex } from '../index.store.ts';
import { rateIndex } from '../ratings/rate-index.ts';
import { countLanguages } from '../ratings/ratings.store.ts';
import { searchIndex } from './search-index.ts';
import { chooseLanguages } from './search-languages.ts';

const db = databaseForTests();
afterEach(() => emptyIndex(db.kysely));

interface Sites {
  sites: number;
  pages: number;
  title: string;
  rating?: number;
  language?: string;
  config?: string;
}

/** Sites with this many pages each, all with the same title. */
async function addSites({
  sites,
  pages,
  title,
  rating = 20,
  language = 'en',
  config = 'english',
}: Sites): Promise<void> {
  await db.sql`insert into index_languages (config) values (${config}) on conflict do nothing`;
  await db.sql`
    with sites as (
      insert into index_domains (name, rating)
      select gen_random_uuid() || '.example', ${rating} from generate_series(1, ${sites}::int) returning id, name),
    added as (
      insert into index_pages (domain_id, url, state)
      select id, 'https://' || name || '/' || n, 'page' from sites cross join generate_series(1, ${pages}::int) n
      returning url_key, url, domain_id)
    insert into index_crawled_pages (url_key, url, domain, title, description, language, words, listed, search)
    select url_key, url, name, ${title}, '', ${language}, 500, true,
      setweight(to_tsvector(${config}::text::regconfig, ${title}::text), 'A')
    from added join sites on sites.id = added.domain_id`;
}

describe('one site with 2,500 matching pages', () => {
  test.each([1, 2])('leaves space for others, %i per site', async (perDomain) => {
    await addSites({ sites: 1, pages: 2_500, title: 'Golf courses', rating: 100 });
    await addSites({ sites: 60, pages: 3, title: 'Golf courses' });
    const found = await searchIndex(db.kysely, { keyword: 'golf courses', limit: 100, perDomain });
    expect(found).toHaveLength(Math.min(100, 61 * perDomain));
    expect(new Set(found.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(50);
  });

  test('fills the list when nothing else matches, unless its pages are limited', async () => {
    await addSites({ sites: 1, pages: 2_500, title: 'Golf courses', rating: 100 });
    expect(await searchIndex(db.kysely, { keyword: 'golf courses', limit: 100 })).toHaveLength(100);
    expect(await searchIndex(db.kysely, { keyword: 'golf courses', limit: 100, perDomain: 2 })).toHaveLength(2);
  });
});

test('knows how many links a page has once its domain is rated', async () => {
  await addSites({ sites: 1, pages: 1, title: 'Golf courses', rating: -1 });
  const look = async () => {
    const [page] = await searchIndex(db.kysely, { keyword: 'golf courses', limit: 1 });
    const rated = await ratePages(db.kysely, [page?.url ?? '']);
    return [page, rated.get(page?.url ?? '')];
  };
  const counts = (count: number) => ({
    referringDomains: count,
    dofollowBacklinks: count,
    totalBacklinks: count,
  });
  expect(await look()).toEqual([expect.objectContaining(counts(-1)), expect.objectContaining(counts(-1))]);
  await rateIndex(db.kysely);
  expect(await look()).toEqual([expect.objectContaining(counts(0)), expect.objectContaining(counts(0))]);
});

describe('languages', () => {
  const known = [
    { config: 'english', texts: 9_000 },
    { config: 'german', texts: 900 },
    { config: 'dutch', texts: 20 },
    { config: 'russian', texts: 20 },
    { config: 'swedish', texts: 0 },
  ];

  test.each([
    ['golf courses', ['english', 'german'], ['dutch', 'russian']],
    ['поля для гольфа', ['english', 'german', 'russian'], ['dutch']],
    ['golf voor beginners', ['dutch', 'english', 'german'], ['russian']],
    ['Golfplätze', ['english', 'german', 'swedish'], ['dutch', 'russian']],
  ])('for %j those with a share and its own are asked', (keyword, asked, others) => {
    const chosen = chooseLanguages(keyword, known);
    expect(chosen.asked.sort()).toEqual(asked);
    expect(chosen.others.sort()).toEqual(others);
  });

  test('asks a language that was never counted', () => {
    const chosen = chooseLanguages('golf', [...known, { config: 'finnish', texts: null }]);
    expect(chosen.asked).toContain('finnish');
  });

  test('finds a rare language, whatever the keyword looks like', async () => {
    await addSites({ sites: 200, pages: 1, title: 'Golf courses' });
    await addSites({ sites: 1, pages: 1, title: 'Mooie golfbanen', language: 'nl', config: 'dutch' });
    await addSites({ sites: 1, pages: 1, title: 'Красивые площадки', language: 'ru', config: 'russian' });
    await countLanguages(db.kysely);
    for (const [keyword, language] of [
      ['golfbaan', 'nl'],
      ['красивая площадка', 'ru'],
    ] as const) {
      const found = await searchIndex(db.kysely, { keyword, limit: 10 });
      expect(found.map((page) => page.language)).toEqual([language]);
    }
  });

  test('finds a page only by the stems of its own language', async () => {
    await addSites({ sites: 3, pages: 1, title: 'Golf in America' });
    // English stems America to 'americ', which is a separate word here.
    await addSites({ sites: 3, pages: 1, title: 'Golf americ', language: 'de', config: 'german' });
    const found = await searchIndex(db.kysely, { keyword: 'golf america', limit: 10 });
    expect(found.slice(0, 3).map((page) => page.language)).toEqual(['en', 'en', 'en']);
  });
});
