// Deleting on real servers that can't for a while, because their merges are stopped.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasClickHouse, startTestClickHouse, type TestClickHouse } from '../../../../test/clickhouse.ts';
import { line } from '../sample-rows.ts';
import { type ClickHouse, connectClickHouse } from './connect.ts';
import { deleteAttempts } from './delete-attempts.ts';
import { type Raw, raw, statement } from './literals.ts';
import { columnsOf, createTables, tableIn } from './tables.ts';

describe.skipIf(!hasClickHouse)('two shards', () => {
  let servers: TestClickHouse;
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    servers = await startTestClickHouse();
    clickhouse = connectClickHouse(servers.address);
    await createTables(clickhouse);
  });
  afterAll(async () => {
    await clickhouse?.close();
    await servers?.stop();
  });

  test('report that rows are not deleted, and delete them the next time', { timeout: 120_000 }, async () => {
    const [release, interrupted, ended] = [5, 7, 8];
    const table = tableIn(clickhouse, 'sample_copies');
    const lines = [1, 2, 3, 4, 5, 6].map((key) => line([release, key % 2 ? interrupted : ended, key, key, key, key]));
    await clickhouse.insert({ table, columns: columnsOf('sample_copies'), lines, idPrefix: '' });
    let questions = 0;
    const counted: ClickHouse = {
      ...clickhouse,
      queryEach<Row>(question: Raw) {
        questions++;
        return clickhouse.queryEach<Row>(question);
      },
    };
    const attempts = [interrupted];
    await clickhouse.commandEach(raw('system stop merges zeus.sample_copies_local'));
    await expect(deleteAttempts(counted, { release, attempts, waitMs: 2_000 })).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        /^ClickHouse at 127\.0\.0\.1:\d+ is not deleting the rows that interrupted loads left in sample_copies_local \(its log may say why\)\. Once that is solved, run the same command again to continue\.$/,
      ),
    });
    // Every 50 ms, it would be 40.
    expect(questions).toBeLessThan(20);
    await clickhouse.commandEach(raw('system start merges zeus.sample_copies_local'));
    await deleteAttempts(clickhouse, { release, attempts });
    const { rows } = await clickhouse.query(statement`select distinct attempt from ${table}`);
    expect(rows).toEqual([{ attempt: ended }]);
  });
});
