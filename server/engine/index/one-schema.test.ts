// What the crawler stored in tables of its own, before it shared those of the page sample (decision 71).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { findBacklinks } from './backlinks/find-backlinks.ts';
import { postgresReader } from './engine/postgres-engine.ts';
import { keyOf } from './engine/text-key.ts';
import { searchIndex } from './search/search-index.ts';

const path = '/golf/pl%C3%A4tze?q=süd';
const target = 'https://linked.example/';

let db: TestDatabase;
beforeAll(async () => {
  db = await createEmptyDatabase();
  const all = await readMigrations();
  const name = 'one_schema_for_the_index';
  await migrate(
    db,
    all.slice(
      0,
      all.findIndex((one) => one.name === name),
    ),
  );
  await addFormerRows();
  await migrate(db);
});
afterAll(() => db.drop());

/** A crawled page and one of the sample that link to the same page. */
async function addFormerRows(): Promise<void> {
  await db.sql`
    insert into index_domains (name, rating) values ('crawled.example', 50), ('linked.example', 60), ('sampled.example', -1)`;
  await db.sql`
    insert into index_pages (domain_id, url, state, fetched_at) values
      (1, ${`https://crawled.example${path}`}, 'page', '2026-01-02'), (2, ${target}, 'known', null)`;
  await db.sql`
    insert into index_texts (page_id, domain_id, title, description, language, words, listed, search_traffic, search)
    values (1, 1, 'Golf', 'Courses', 'en', 300, true, 70, to_tsvector('english', 'golf'))`;
  await db.sql`insert into index_languages (config) values ('english')`;
  await db.sql`
    insert into index_links (from_page_id, to_page_id, from_domain_id, to_domain_id, anchor, rel, dofollow, in_content)
    values (1, 2, 1, 2, 'golf courses', '', true, true)`;
  await db.sql`delete from index_relinked`;
  await db.sql`
    insert into index_releases (kind, name, state, wanted, crawl_files, languages)
    values ('pages', 'CC-MAIN-1', 'ready', 1, 1, '{"en": 1}')`;
  await db.sql`select index_open_pages(1)`;
  const url = 'https://sampled.example/';
  await db.sql`
    insert into index_sample_pages (url_key, captured_at, release_id, domain_rating, words, listed, language, domain, url, title,
      description, search)
    values (${keyOf(url)}::bigint, '2026-01-01', 1, 40, 200, true, 'en', 'sampled.example', ${url}, 'Golf', '', to_tsvector('english', 'golf'))`;
  await db.sql`
    insert into index_sample_links (page_key, from_domain_key, to_key, to_domain_key, captured_at, release_id, domain_rating, position,
      dofollow, is_image, to_url, anchor, rel)
    values (${keyOf(url)}::bigint, ${keyOf('sampled.example')}::bigint, ${keyOf(target)}::bigint,
      ${keyOf('linked.example')}::bigint, '2026-01-01', 1, 40, 0, true, false, ${target}, 'golf', '')`;
  await db.sql`select index_finish_pages(1)`;
}

test('is in the tables of the sample, under the same keys', async () => {
  const pages =
    await db.sql`select release_id::int, domain, url, url_key::text as key from index_captures order by release_id`;
  const urls = [`https://crawled.example${path}`, 'https://sampled.example/'];
  expect(pages).toEqual([
    { release_id: 0, domain: 'crawled.example', url: urls[0], key: keyOf(urls[0] ?? '') },
    { release_id: 1, domain: 'sampled.example', url: urls[1], key: keyOf(urls[1] ?? '') },
  ]);
  const links = await db.sql`
    select release_id::int, page_key::text as page, to_key::text as to from index_links order by release_id`;
  expect(links).toEqual(urls.map((url, release_id) => ({ release_id, page: keyOf(url), to: keyOf(target) })));
});

test('answers as before, together with the sample', async () => {
  const reader = postgresReader(db);
  const links = await findBacklinks(db.kysely, { url: target }, { limit: 10 }, reader);
  expect(links).toMatchObject([
    {
      ...{ domain: 'crawled.example', domainRating: 50, anchor: 'golf courses', inContent: true, words: 300 },
      ...{ seenAt: new Date('2026-01-02T00:00:00Z'), searchTraffic: 70, trafficValue: -1, urlTo: target },
    },
    { domain: 'sampled.example', domainRating: 40, anchor: 'golf', searchTraffic: -1 },
  ]);
  const pages = await searchIndex(db.kysely, { keyword: 'golf', limit: 10 }, reader);
  expect(pages.map(({ domain }) => domain).sort()).toEqual(['crawled.example', 'sampled.example']);
});

test('a change of crawled links is noted, the move itself is not', async () => {
  expect(await db.sql`select from index_relinked`).toEqual([]);
  await db.sql`delete from index_crawled_links`;
  expect(await db.sql`select page_id::int as page from index_relinked`).toEqual([{ page: 2 }]);
});
