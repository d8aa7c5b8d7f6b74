// The page sample on two ClickHouse shards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../../platform/config.ts';
import { createOutbound } from '../../../../platform/outbound/outbound.ts';
import { hasClickHouse, startTestClickHouse, type TestClickHouse } from '../../../../test/clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { findBacklinks } from '../../../backlinks/find-backlinks.ts';
import { searchMagic } from '../../../backlinks/magic-search.ts';
import { ownBacklinkSources } from '../../../backlinks/sources.ts';
import type { IndexEngine } from '../index-engine.ts';
import { describeIndexEngine, fileOf } from '../test/engine-contract.ts';
import { clickhouseEngine } from './clickhouse-engine.ts';
import { type ClickHouse, connectClickHouse } from './connect.ts';

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

  describe('a server that is down', () => {
    test('means that searches could not look, and they find again once it is back', async () => {
      const [release] = await db.sql<{ id: number }[]>`
        insert into index_releases (kind, name, wanted, crawl_files) values ('pages', 'down', 2, 2) returning id`;
      const id = release?.id ?? 0;
      const page = { url: 'https://linking.example/', title: 'Falconry', links: ['https://linked.example/'] };
      await engine.beginRelease(id);
      await engine.write(id, fileOf(0, [page]));
      await engine.publish(id);

      const config = loadConfig({ NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32), INDEX_URL: servers.url });
      const { finders, magic } = ownBacklinkSources({ db, config });
      const call = { outbound: createOutbound(), log: { warn: () => undefined } };
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
});
