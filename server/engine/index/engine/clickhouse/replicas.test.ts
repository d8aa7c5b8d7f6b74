// The page sample on two ClickHouse shards with two replicas each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasClickHouse, startTestClickHouse, type TestClickHouse } from '../../../../test/clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { hasZooKeeper } from '../../../../test/zookeeper.ts';
import type { IndexEngine } from '../index-engine.ts';
import { beginRelease, fileOf } from '../test/engine-contract.ts';
import { clickhouseEngine } from './clickhouse-engine.ts';
import { type ClickHouse, connectClickHouse } from './connect.ts';
import { raw } from './literals.ts';

describe.skipIf(!hasClickHouse || !hasZooKeeper)('two shards with two replicas', () => {
  let db: TestDatabase;
  let servers: TestClickHouse;
  let clickhouse: ClickHouse;
  let engine: IndexEngine;
  beforeAll(async () => {
    [db, servers] = await Promise.all([createTestDatabase(), startTestClickHouse({ isReplicated: true })]);
    clickhouse = connectClickHouse(servers.address);
    engine = clickhouseEngine({ db, clickhouse });
  });
  afterAll(async () => {
    await clickhouse?.close();
    await Promise.all([db?.drop(), servers?.stop()]);
  });

  const begin = (name: string) => beginRelease({ db, engine }, name);
  const pages = Array.from({ length: 40 }, (_, page) => ({
    ...{ url: `https://from-${page}.example/`, title: `Falconry ${page}` },
    links: [`https://to-${page % 8}.example/`],
  }));
  const ask = async (reader = engine) => [
    await reader.backlinksOf({ domain: 'to-1.example' }, { limit: 10 }),
    await reader.searchPages({ configs: ['english'], limit: 50, except: [], variants: [['falconry']] }),
  ];
  const countLinks = async () =>
    (await clickhouse.queryEach<{ count: string }>(raw('select count() as count from zeus.sample_links_local'))).map(
      ([row]) => Number(row?.count),
    );

  test('answer while one replica of each is up, and load once all are', { timeout: 300_000 }, async () => {
    const release = await begin('one');
    await engine.write(release, fileOf(0, pages));
    await engine.publish(release);
    const [a1 = 0, a2, b1 = 0, b2] = await countLinks();
    expect([a1 + b1, a2, b2]).toEqual([pages.length, a1, b1]);
    const expected = await ask();
    expect(expected.map(({ length }) => length)).toEqual([5, pages.length]);

    const next = await begin('two');
    await servers.stopShard(0, 0);
    await servers.stopShard(1, 1);
    expect(await ask()).toEqual(expected);
    const connectedLater = connectClickHouse(servers.address);
    expect(await ask(clickhouseEngine({ db, clickhouse: connectedLater }))).toEqual(expected);
    await connectedLater.close();
    await engine.write(next, fileOf(0, [{ url: 'https://late.example/', links: ['https://to-1.example/'] }]));
    await expect(engine.publish(next)).rejects.toThrow('run the same command again to continue.');
    expect(await ask()).toEqual(expected);

    await servers.stopShard(0, 1);
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable', retryable: true });
    await servers.startShard(0, 0);
    await servers.startShard(0, 1);
    await servers.startShard(1, 1);
    expect(await ask()).toEqual(expected);
    // ZooKeeper still takes the killed servers for alive. Those started in their place try again after ten seconds.
    const minute = { timeout: 90_000, interval: 1_000 };
    await expect.poll(() => engine.publish(next).then(() => 'published', String), minute).toBe('published');
    expect((await ask())[0]).toHaveLength(6);
    const [c1 = 0, c2, d1 = 0, d2] = await countLinks();
    expect([c1 + d1, c2, d2]).toEqual([pages.length + 1, c1, d1]);
    await expect.poll(() => engine.drop(next).then(() => 'dropped', String), minute).toBe('dropped');
    expect(await ask()).toEqual(expected);
  });
});
