// The page sample on two ClickHouse shards.
import { afterAll, describe } from 'vitest';
import { hasClickHouse, startTestClickHouse, type TestClickHouse } from '../../../../test/clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { describeIndexEngine } from '../test/engine-contract.ts';
import { clickhouseEngine } from './clickhouse-engine.ts';
import { type ClickHouse, connectClickHouse } from './connect.ts';

let db: TestDatabase | undefined;
let servers: TestClickHouse | undefined;
let clickhouse: ClickHouse | undefined;

afterAll(async () => {
  await clickhouse?.close();
  await Promise.all([db?.drop(), servers?.stop()]);
});

describe.skipIf(!hasClickHouse)('two shards', () => {
  describeIndexEngine('ClickHouse', async () => {
    [db, servers] = await Promise.all([createTestDatabase(), startTestClickHouse()]);
    clickhouse = connectClickHouse(servers.address);
    return { db, engine: clickhouseEngine({ db, clickhouse }) };
  });
});
