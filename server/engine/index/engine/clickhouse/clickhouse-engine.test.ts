// The page sample on two ClickHouse shards.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../../platform/config.ts';
import { createOutbound } from '../../../../platform/outbound/outbound.ts';
import { startSite } from '../../../../platform/outbound/test/site.ts';
import { type ClickHouseAddress, parseClickHouseUrl } from '../../../../platform/settings/clickhouse-url.ts';
import { hasClickHouse, startTestClickHouse, type TestClickHouse } from '../../../../test/clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { isLongRun } from '../../../../test/long-run.ts';
import { findBacklinks } from '../../../backlinks/find-backlinks.ts';
import { searchMagic } from '../../../backlinks/magic-search.ts';
import { ownBacklinkSources } from '../../../backlinks/sources.ts';
import { readReleases } from '../../common-crawl/releases/releases.store.ts';
import { expectSameAfterKills } from '../../common-crawl/test/kill-loads.ts';
import { type MirrorLoads, openMirrorLoads, pagesInMirror } from '../../common-crawl/test/load-from-mirror.ts';
import { readIndexContents } from '../../index-contents.ts';
import type { IndexEngine } from '../index-engine.ts';
import { beginRelease, describeIndexEngine, fileOf } from '../test/engine-contract.ts';
import { clickhouseEngine, clickhouseReader } from './clickhouse-engine.ts';
import { toClickHouseError, toOperatorError } from './clickhouse-error.ts';
import { type ClickHouse, connectClickHouse } from './connect.ts';
import { raw, statement } from './literals.ts';
import { columnsOf, tableIn, tableNames } from './tables.ts';

let db: TestDatabase;
let servers: TestClickHouse;
let clickhouse: ClickHouse;
let engine: IndexEngine;

describe.skipIf(!hasClickHouse)('two shards', () => {
  beforeAll(async () => {
    [db, servers] = await Promise.all([createTestDatabase(), startTestClickHouse()]);
    clickhouse = connectClickHouse(servers.address);
    engine = clickhouseEngine({ db, clickhouse });
  });
  afterAll(async () => {
    await clickhouse?.close();
    await Promise.all([db?.drop(), servers?.stop()]);
  });

  describeIndexEngine('ClickHouse', async () => ({ db, engine }));

  const begin = (name: string) => beginRelease({ db, engine }, name);

  test('a popular target without a wanted link has no backlinks', async () => {
    /** Refuses as for a target with very many links. */
    const refusing: ClickHouse = {
      ...clickhouse,
      queryShards: (question, settings = {}) =>
        clickhouse.queryShards(
          question,
          settings.read_overflow_mode === 'throw' ? { ...settings, max_rows_to_read: 1 } : settings,
        ),
    };
    const nofollow = ['a', 'b'].map((page) => ({ to: `https://shunned.example/${page}`, dofollow: false }));
    const followed = ['a', 'b'].map((page) => `https://popular.example/${page}`);
    const release = await begin('popular');
    await engine.write(release, fileOf(0, [{ url: 'https://linking.example/', links: [...nofollow, ...followed] }]));
    await engine.publish(release);
    const reader = clickhouseReader({ db, clickhouse: refusing });
    expect(await reader.backlinksOf({ domain: 'shunned.example' }, { limit: 10 })).toEqual([]);
    expect(await reader.backlinksOf({ domain: 'popular.example' }, { limit: 10 })).toHaveLength(1);
  });

  describe('a server that is down', () => {
    test('means that searches could not look, and they find again once it is back', { timeout: 300_000 }, async () => {
      const site = await startSite((_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Falconry</title>'),
      );
      onTestFinished(() => site.close());
      const page = { url: site.url('/', 'linking'), title: 'Falconry', links: ['https://linked.example/'] };
      const release = await begin('down');
      await engine.write(release, fileOf(0, [page]));
      await engine.publish(release);

      const config = loadConfig({ NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32), INDEX_URL: servers.url });
      const { finders, magic } = ownBacklinkSources({ db, config });
      const outbound = createOutbound({ practice: { port: site.port } });
      onTestFinished(() => outbound.close());
      const call = { outbound, log: { warn: () => undefined } };
      const range = { minDomainRating: 0, maxDomainRating: 100, limit: 10 };
      const backlinks = () => findBacklinks(finders, { ...range, url: 'https://linked.example/' }, call);
      const pages = () => searchMagic(magic, { ...range, keyword: 'falconry', minWords: 0, minTraffic: 0 }, call);
      const found = [expect.objectContaining({ urlFrom: page.url })];
      for (const shard of [0, 1] as const) {
        expect([await backlinks(), await pages()]).toEqual([found, found]);
        await servers.stopShard(shard);
        const couldNotLook = { name: 'ProviderError', kind: 'unavailable', retryable: true, retryAfterSeconds: 30 };
        await expect(backlinks()).rejects.toMatchObject(couldNotLook);
        await expect(pages()).rejects.toMatchObject(couldNotLook);
        await servers.startShard(shard);
        // The other server may take a moment to notice.
        await expect.poll(() => backlinks().catch(() => null)).toEqual(found);
        await expect.poll(() => pages().catch(() => null)).toEqual(found);
      }
    });
  });

  describe('a server without its tables', () => {
    const file = () => fileOf(0, [{ url: 'https://a.example/', links: ['https://b.example/'] }]);
    const linking = async () =>
      (await engine.backlinksOf({ domain: 'b.example' }, { limit: 10 })).map(({ domain }) => domain);
    const loseTables = () => clickhouse.commandEach(raw('drop database zeus'));

    test('gets them when a release is continued, which then asks to load it again', async () => {
      const release = await begin('continued');
      await engine.write(release, file());
      await loseTables();
      await engine.beginRelease(release);
      await expect(engine.publish(release)).rejects.toThrow(
        'ClickHouse has 0 of the 1 pages and 0 of the 1 links of this release. Drop the release and load it again.',
      );
    });

    test('does not keep its releases from being dropped and loaded again', async () => {
      const lost = await begin('lost');
      await engine.write(lost, file());
      await engine.publish(lost);
      await loseTables();
      await engine.drop(lost);
      const next = await begin('again');
      await engine.write(next, file());
      await engine.publish(next);
      expect(await linking()).toEqual(['a.example']);
    });
  });

  describe('a load', () => {
    let at: MirrorLoads;
    let index: ClickHouse;
    // A Zeus of its own, and so a database of its own.
    const indexUrl = () => servers.url.replace('/zeus?', '/loads?');
    beforeAll(async () => {
      index = connectClickHouse(parseClickHouseUrl(indexUrl()) as ClickHouseAddress);
      at = await openMirrorLoads((database) => clickhouseEngine({ db: database, clickhouse: index }));
    });
    afterAll(() => Promise.all([index?.close(), at?.close()]));
    beforeEach(() => at.empty());

    /**
     * Every row of the loaded release, without the numbers of its release and attempt. A server that is killed may bring back rows of
     * a release that was dropped just before.
     */
    async function readAll() {
      const releases = (await readReleases(at.db.kysely)).map(({ id }) => id);
      const files = await at.db.sql`select number, pages, links, skipped from index_files order by number`;
      const tables = tableNames.map(async (name) => {
        const columns = raw(columnsOf(name).slice(2).join(', '));
        const { rows } = await index.query(
          statement`select ${columns} from ${tableIn(index, name)} where release in ${releases} order by ${columns}`,
        );
        return rows;
      });
      return [files, ...(await Promise.all(tables))];
    }

    const kills = isLongRun ? 20 : 3;
    test(`that is killed ${kills} times gives the same index as an undisturbed one`, { timeout: 600_000 }, async () => {
      await expectSameAfterKills(at, { kills, indexUrl: indexUrl(), readAll });
      expect(await at.db.sql`select from index_write_attempts`).toEqual([]);
      const pages = await index.query<{ url: string }>(raw('select url from loads.sample_pages'));
      expect((await at.engine.capturesOf(pages.rows.map(({ url }) => url))).size).toBe(pagesInMirror);
    });

    test('that ClickHouse refuses stops with the reason, and continues', { timeout: 300_000 }, async () => {
      await at.load();
      const expected = await readAll();
      const settings = { folder: at.downloads, clickhouse: servers.address };
      expect((await readIndexContents(at.db.kysely, settings)).crawls).toMatchObject([{ pages: pagesInMirror }]);
      expect((await readIndexContents(at.db.kysely, { ...settings, clickhouse: null })).crawls).toEqual([]);
      expect(await at.engine.remoteBytes()).toBeGreaterThan(10_000);
      await at.dropAll();
      const full = { ...at.engine, remoteBytes: () => Promise.resolve(60e9) };
      await expect(at.load({ engine: full })).rejects.toThrow('The index uses 60 GB and may use 50 GB (INDEX_DISK)');
      const refusing: IndexEngine = {
        ...at.engine,
        async beginRelease(release) {
          await at.engine.beginRelease(release);
          await index.commandEach(raw('detach table loads.sample_links_local'));
        },
      };
      await expect(at.load({ engine: refusing })).rejects.toThrow(
        /^The index could not be stored: ClickHouse at .*sample_links_local.* run the same command again to continue\.$/,
      );
      expect(await at.states()).toEqual([['loading', 0, 4]]);
      expect((await readReleases(at.db.kysely))[0]?.problem).toContain('sample_links_local');
      await index.commandEach(raw('attach table loads.sample_links_local'));
      await servers.stopShard(1);
      await expect(at.load()).rejects.toThrow('The index could not be stored: ClickHouse at 127.0.0.1');
      await servers.startShard(1);
      // The other server may take a moment to notice.
      await expect.poll(() => at.load().catch(() => null)).toBe('published');
      expect(await readAll()).toEqual(expected);
    });
  });
});

test('a full disk is named as such', () => {
  const full = new Error('Code: 243, e.displayText() = DB::Exception: Cannot reserve 1.00 MiB, not enough space.');
  expect(toOperatorError(toClickHouseError(full, 'http://one.example:8123'))).toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(
      /^The disk of a ClickHouse server is full .* Free some space, then run the same command/,
    ),
  });
});
