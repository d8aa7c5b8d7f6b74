// The practice web as a page sample, compared with the same web as our crawler reads it, and both together.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCrawledDatabase } from '../../../test/crawled-database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { practiceForTests } from '../../../test/practice-web.ts';
import { findBacklinks } from '../backlinks/find-backlinks.ts';
import { spellings } from '../backlinks/spellings.ts';
import { loadTestGraph } from '../common-crawl/test/load-test-graph.ts';
import { practicePages } from '../common-crawl/test/practice-pages.ts';
import { chunksOf } from '../common-crawl/test/warc-writer.ts';
import { writeCrawl } from '../common-crawl/test/write-crawl.ts';
import { noWatCounts, readWat } from '../common-crawl/wat/read-wat.ts';
import { searchIndex } from '../search/search-index.ts';
import { sampleFor } from './engine-for.ts';
import type { IndexEngine } from './index-engine.ts';
import { postgresEngine } from './postgres-engine.ts';
import { beginRelease } from './test/engine-contract.ts';

let db: TestDatabase;
const practice = practiceForTests();
let engine: IndexEngine;
/** The pages that both have, and the domains of the sample: it has no traps. */
let common: Set<string>;
let domains: Set<string>;

beforeAll(async () => {
  db = await createCrawledDatabase(practice);
  engine = postgresEngine(db);
  const id = await beginRelease({ db, engine }, 'CC-MAIN-1');
  const { wat } = writeCrawl(practicePages(practice.world, practice.port));
  await engine.write(id, { number: 0, pages: readWat(chunksOf(wat), noWatCounts()), skipped: () => 0 });
  await engine.publish(id);
  const rows = await db.sql<{ url: string }[]>`
    select page.url from index_pages page join index_sample_pages sampled on sampled.url = page.url where page.state = 'page'`;
  common = new Set(rows.map(({ url }) => url));
  const names = await db.sql<{ domain: string }[]>`select distinct domain from index_sample_pages`;
  domains = new Set(names.map(({ domain }) => domain));
}, 180_000);
afterAll(() => db?.drop());

const ofSample = <Found extends { domain: string }>(found: readonly Found[]) =>
  found.filter(({ domain }) => domains.has(domain));
const linking = (found: readonly { domain: string }[]) => found.map(({ domain }) => domain).sort();

describe('an index built from WAT files answers like the crawled one', () => {
  test('who links to a page, and with which anchors', async () => {
    const targets = await db.sql<{ url: string }[]>`
      select url from index_pages where referring_domains > 0 order by referring_domains desc, url limit 100`;
    expect(targets).toHaveLength(100);
    for (const { url } of targets) {
      const crawled = await findBacklinks(db.kysely, { url }, { limit: 1_000 });
      const sampled = await engine.backlinksOf({ urls: spellings(url) }, { limit: 1_000 });
      expect(linking(sampled)).toEqual(linking(ofSample(crawled)));
      const anchors = new Map(crawled.map(({ urlFrom, urlTo, anchor }) => [`${urlFrom} ${urlTo}`, anchor]));
      for (const { urlFrom, urlTo, anchor } of sampled) {
        expect(anchors.get(`${urlFrom} ${urlTo}`) ?? anchor).toBe(anchor);
      }
    }
  });

  test('who links to a domain', async () => {
    const targets = await db.sql<{ name: string }[]>`
      select name from index_domains where referring_domains > 0 order by referring_domains desc, name limit 20`;
    for (const { name } of targets) {
      const crawled = await findBacklinks(db.kysely, { domain: name }, { limit: 1_000 });
      expect(linking(await engine.backlinksOf({ domain: name }, { limit: 1_000 }))).toEqual(linking(ofSample(crawled)));
    }
  });

  test('who links to a domain, in the domain graph', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zeus-graph-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { sites, links } = practice.world;
    const graph = await loadTestGraph(db, folder, {
      hosts: sites.map(({ host }) => host),
      links: links.map(({ from, to }) => [from.site.host, to.site.host]),
    });
    const targets = await db.sql<{ name: string }[]>`
      select name from index_domains where referring_domains > 0 order by referring_domains desc, name limit 20`;
    for (const { name } of targets) {
      // Of all links: the graph does not say which are followed.
      const crawled = await db.sql<{ domain: string }[]>`
        select distinct source.name as domain from index_crawled_links link
          join index_domains source on source.domain_key = link.from_domain_key
        where link.to_domain_key = index_key(${name})`;
      const found = (await graph.referringDomains(name, { limit: 1_000 }))?.domains ?? [];
      expect(linking(ofSample(found))).toEqual(linking(ofSample(crawled)));
    }
  });

  // WAT files have titles and descriptions, but no text.
  test.each([
    ['best', 'golf', 'courses', 'america'],
    ['managed', 'wordpress', 'hosting'],
  ])('which pages have %s %s %s in their title', async (...words) => {
    const has = ({ title }: { title: string }) => words.every((word) => title.toLowerCase().includes(word));
    const crawled = await searchIndex(db.kysely, { keyword: words.join(' '), limit: 1_000 });
    const expected = crawled.filter((page) => has(page) && common.has(page.url)).map(({ url }) => url);
    expect(expected.length).toBeGreaterThan(20);
    const configs = (await engine.languages()).map(({ config }) => config);
    const found = await engine.searchPages({ variants: [words], configs, limit: 1_000, except: [] });
    const urls = new Set(found.map(({ url }) => url));
    expect(expected.filter((url) => !urls.has(url))).toEqual([]);
  });
});

describe('crawled pages and the sample together', () => {
  test('a link or page that is in both counts once', async () => {
    const targets = await db.sql<{ url: string }[]>`
      select url from index_pages where referring_domains > 0 order by referring_domains desc, url limit 10`;
    for (const { url } of targets) {
      const crawled = await findBacklinks(db.kysely, { url }, { limit: 20 });
      expect(await findBacklinks(db.kysely, { url }, { limit: 20 }, engine)).toEqual(crawled);
    }
    const found = await searchIndex(db.kysely, { keyword: 'golf', limit: 200 }, engine);
    expect(new Set(found.map(({ url }) => url)).size).toBe(200);
  });

  test('of a linking page, what was seen last counts', async () => {
    const [target] = await db.sql<{ url: string }[]>`
      select url from index_pages where referring_domains > 3 order by url limit 1`;
    const url = target?.url ?? '';
    const find = async () => linking(await findBacklinks(db.kysely, { url }, { limit: 100 }, engine));
    const before = await find();
    const [link] = await findBacklinks(db.kysely, { url }, { limit: 1 });
    const domain = link?.domain ?? '';
    const without = before.filter((one) => one !== domain);
    await db.sql`delete from index_crawled_links where from_domain_key = index_key(${domain})`;
    // Our crawler looked after the capture, and the links are gone.
    expect(await find()).toEqual(without);
    await db.sql`
      update index_pages set fetched_at = '1969-01-01' where domain_id = (select id from index_domains where name = ${domain})`;
    expect(await find()).toEqual(before);
    const [other] = await findBacklinks(db.kysely, { url }, { limit: 1 });
    // The sample has seen this one last, without the link.
    await db.sql`delete from index_sample_links where from_domain_key = index_key(${other?.domain})`;
    await db.sql`delete from index_sample_lists`;
    expect(await find()).toEqual(before);
    await db.sql`
      update index_pages set fetched_at = '1969-01-01'
      where domain_id = (select id from index_domains where name = ${other?.domain})`;
    expect(await find()).toEqual(before.filter((one) => one !== other?.domain));
  });

  test('campaigns on the practice web do not read the sample', () => {
    const config = { linkIndex: { clickhouse: null } };
    expect(sampleFor({ db, config, practice: { port: practice.port } })).toBeUndefined();
    expect(sampleFor({ db, config })).toBeDefined();
  });
});
