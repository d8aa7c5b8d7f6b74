// Every statement of the engine on a current ClickHouse, whereas the shards of the other tests are Debian's of 2018. In one process
// there is neither a cluster nor a replica, so statements about them are only parsed.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasChdb, startChdb } from '../../../../test/chdb.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { line } from '../sample-rows.ts';
import { beginRelease, describeIndexEngine, fileOf } from '../test/engine-contract.ts';
import { clickhouseEngine, clickhouseReader } from './clickhouse-engine.ts';
import { ClickHouseError, isTooManyRows } from './clickhouse-error.ts';
import type { ClickHouse, Settings } from './connect.ts';
import { deleteAttempts } from './delete-attempts.ts';
import { dropRows } from './drop-rows.ts';
import { findShards } from './find-shards.ts';
import { type Raw, statement } from './literals.ts';
import { catchUp } from './publish-rows.ts';
import { columnsOf, createTables, localIn, measureBytes, tableNames } from './tables.ts';

const why = hasChdb ? '' : ' (skipped: `npm test` says why there is no chdb)';

describe.skipIf(!hasChdb)(`in process${why}`, () => {
  let db: TestDatabase;
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    db = await createTestDatabase();
    clickhouse = startChdb();
  });
  afterAll(async () => {
    await clickhouse?.close();
    await db?.drop();
  });

  describeIndexEngine('chdb', async () => ({ db, engine: clickhouseEngine({ db, clickhouse }) }));

  test('deletes what an attempt has left, and refuses to read too much', async () => {
    await createTables(clickhouse);
    const [release, attempt] = [4_000_000_000, 7];
    const table = localIn(clickhouse, 'sample_copies');
    const lines = [1, 2, 3].map((key) => line([release, attempt, 1, key, key, 3]));
    await clickhouse.insert({ table, columns: columnsOf('sample_copies'), lines, idPrefix: '' });
    const readAll = (settings?: Settings) =>
      clickhouse.queryShards(statement`select key from ${table} where release = ${release}`, settings);
    expect((await readAll()).rows).toHaveLength(3);
    const refused = await readAll({ max_rows_to_read: 1, read_overflow_mode: 'throw' }).catch(isTooManyRows);
    expect(refused).toBe(true);
    await deleteAttempts(clickhouse, { release, attempts: [attempt] });
    expect((await readAll()).rows).toEqual([]);
    expect(await measureBytes(clickhouse)).toBeGreaterThanOrEqual(0);
  });

  test('states why rows of an attempt are not deleted', async () => {
    await createTables(clickhouse);
    const [release, attempt] = [4_000_000_001, 8];
    const table = localIn(clickhouse, 'sample_copies');
    const lines = [line([release, attempt, 1, 2, 2, 3])];
    await clickhouse.insert({ table, columns: columnsOf('sample_copies'), lines, idPrefix: '' });
    // chdb waits for deletes by default; servers don't.
    await clickhouse.commandEach(statement`set mutations_sync = 0`);
    await clickhouse.commandEach(statement`alter table ${table} delete where throwIf(attempt = ${attempt}, 'no room')`);
    const failed = statement`select command from system.mutations where latest_fail_reason <> ''`;
    await expect.poll(async () => (await clickhouse.query(failed)).rows).not.toEqual([]);
    await expect(deleteAttempts(clickhouse, { release, attempts: [attempt], waitMs: 100 })).rejects.toThrow(
      /^ClickHouse at chdb:0 is not deleting the rows .* in sample_copies_local \(Code: 395.*no room.*\)\. Once/,
    );
    await clickhouse.commandEach(statement`kill mutation where command like '%throwIf%'`);
    await deleteAttempts(clickhouse, { release, attempts: [attempt] });
    const left = await clickhouse.query(statement`select key from ${table} where release = ${release}`);
    expect(left.rows).toEqual([]);
  });

  test('drops a release that is larger than it drops by default', async () => {
    await createTables(clickhouse);
    const release = 4_000_000_002;
    const table = localIn(clickhouse, 'sample_copies');
    const lines = [line([release, 9, 1, 2, 2, 3])];
    await clickhouse.insert({ table, columns: columnsOf('sample_copies'), lines, idPrefix: '' });
    await clickhouse.commandEach(statement`set max_partition_size_to_drop = 1`);
    onTestFinished(() => clickhouse.commandEach(statement`set max_partition_size_to_drop = default`));
    await dropRows(clickhouse, release);
    const left = await clickhouse.query(statement`select key from ${table} where release = ${release}`);
    expect(left.rows).toEqual([]);
  });

  test('answers in parts if it refuses to read all at once', async () => {
    const refusing: ClickHouse = {
      ...clickhouse,
      async queryShards<Row>(question: Raw, settings?: Settings) {
        if (settings?.read_overflow_mode === 'throw') throw new ClickHouseError(158, 'too many rows', null);
        return clickhouse.queryShards<Row>(question, settings);
      },
    };
    const engine = clickhouseEngine({ db, clickhouse });
    const release = await beginRelease({ db, engine }, 'parts');
    const links = ['https://linked.example/'];
    const pages = ['x', 'y', 'z'].map((name) => ({ url: `https://parts-${name}.example/`, title: 'Falconry', links }));
    await engine.write(release, fileOf(0, pages));
    await engine.publish(release);
    const reader = clickhouseReader({ db, clickhouse: refusing });
    expect(await reader.backlinksOf({ domain: 'linked.example' }, { limit: 10 })).toHaveLength(3);
    const search = { configs: ['english'], limit: 10, except: [], variants: [['falconry']] };
    expect(await reader.searchPages(search)).toHaveLength(3);
  });

  test('understands what is said to clusters and replicas', async () => {
    const nodes = ['http://one:8123', 'http://two:8123'];
    let parsed = 0;
    /** Two shards with two replicas each, which get their questions answered and execute nothing. */
    const cluster: ClickHouse = {
      ...clickhouse,
      address: { ...clickhouse.address, nodes, cluster: 'two' },
      async queryEach<Row>(question: Raw) {
        await clickhouse.query(question);
        return nodes.map(() => [{ servers: nodes.length, replicas: 2 }] as Row[]);
      },
      async commandEach(command) {
        await clickhouse.commandEach(statement`explain ast ${command}`);
        parsed++;
      },
    };
    await createTables(cluster);
    await catchUp(cluster);
    expect(parsed).toBe(1 + 3 * tableNames.length);
    await findShards([{ url: 'http://one:8123' }], cluster.address, async (_, question) => {
      await clickhouse.query(question);
      return { shards: 1, own: '1' };
    });
    await expect(clickhouse.commandEach(statement`explain ast optimise table one`)).rejects.toThrow('Syntax error');
  });
});
