// The page sample on two ClickHouse shards, for `bench/index.ts`.
import { clickhouseEngine } from '../../server/engine/index/engine/clickhouse/clickhouse-engine.ts';
import { type ClickHouse, connectClickHouse } from '../../server/engine/index/engine/clickhouse/connect.ts';
import { raw } from '../../server/engine/index/engine/clickhouse/literals.ts';
import { localIn, type TableName, tableNames } from '../../server/engine/index/engine/clickhouse/tables.ts';
import type { IndexEngine } from '../../server/engine/index/engine/index-engine.ts';
import type { Database } from '../../server/platform/db.ts';
import { hasClickHouse, startTestClickHouse } from '../../server/test/clickhouse.ts';

export interface TableSize {
  table: TableName;
  rows: number;
  bytes: number;
}

export interface ClickHouseBench {
  engine: IndexEngine;
  /** Of the parts in use, on both shards together. */
  sizes(): Promise<TableSize[]>;
  /** URLs that pages link to, in an order that does not depend on the load. */
  targets(count: number): Promise<string[]>;
}

/** Starts the servers, and stops them after `use`. */
export async function withClickHouse(db: Database, use: (bench: ClickHouseBench) => Promise<void>): Promise<void> {
  if (!hasClickHouse) throw new Error('ClickHouse is not installed. Run: npm run install-clickhouse');
  const servers = await startTestClickHouse();
  const clickhouse = connectClickHouse(servers.address);
  try {
    await use({
      engine: clickhouseEngine({ db, clickhouse }),
      sizes: () => Promise.all(tableNames.map((table) => sizeOf(clickhouse, table))),
      targets: (count) => readTargets(clickhouse, count),
    });
  } finally {
    await clickhouse.close();
    await servers.stop();
  }
}

async function sizeOf(clickhouse: ClickHouse, table: TableName): Promise<TableSize> {
  const answers = await clickhouse.queryEach<{ rows: string; bytes: string }>(
    raw(`select sum(rows) as rows, sum(bytes_on_disk) as bytes from system.parts
      where active and database = '${clickhouse.address.database}' and table = '${table}_local'`),
  );
  const total = (column: 'rows' | 'bytes') => answers.reduce((sum, [answer]) => sum + Number(answer?.[column] ?? 0), 0);
  return { table, rows: total('rows'), bytes: total('bytes') };
}

async function readTargets(clickhouse: ClickHouse, count: number): Promise<string[]> {
  const answers = await clickhouse.queryEach<{ url: string }>(
    raw(`select to_url as url from ${localIn(clickhouse, 'sample_links').sql} where dofollow
      group by url order by cityHash64(url) limit ${Math.ceil(count / 2)}`),
  );
  return answers.flatMap((rows) => rows.map(({ url }) => url)).slice(0, count);
}
