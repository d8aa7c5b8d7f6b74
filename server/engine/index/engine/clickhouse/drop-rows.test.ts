// Dropping on servers of 2018, whose limit only their configuration can raise. For current ones see chdb.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasClickHouse, startTestClickHouse, type TestClickHouse } from '../../../../test/clickhouse.ts';
import { line } from '../sample-rows.ts';
import { type ClickHouse, connectClickHouse } from './connect.ts';
import { dropRows } from './drop-rows.ts';
import { columnsOf, createTables, tableIn } from './tables.ts';

describe.skipIf(!hasClickHouse)('two shards', () => {
  let servers: TestClickHouse;
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    servers = await startTestClickHouse({ config: '<max_partition_size_to_drop>1</max_partition_size_to_drop>' });
    clickhouse = connectClickHouse(servers.address);
    await createTables(clickhouse);
  });
  afterAll(async () => {
    await clickhouse?.close();
    await servers?.stop();
  });

  test('name the setting that keeps them from dropping a large release', async () => {
    const [release, attempt] = [5, 7];
    const lines = [1, 2, 3, 4, 5, 6].map((key) => line([release, attempt, key, key, key, key]));
    const table = tableIn(clickhouse, 'sample_copies');
    await clickhouse.insert({ table, columns: columnsOf('sample_copies'), lines, idPrefix: '' });
    await expect(dropRows(clickhouse, release)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        /^ClickHouse refuses .* \(ClickHouse at 127\.0\.0\.1:\d+: .*sample_copies_local was not dropped\)\. Set max_partition_size_to_drop to 0 /,
      ),
    });
  });
});
