// Two ClickHouse shards as the engine under measurement: Debian's server twice, on this machine.
import { clickhouseEngine } from '../../server/engine/index/engine/clickhouse/clickhouse-engine.ts';
import { type ClickHouse, connectClickHouse } from '../../server/engine/index/engine/clickhouse/connect.ts';
import { statement } from '../../server/engine/index/engine/clickhouse/literals.ts';
import type { TableName } from '../../server/engine/index/engine/clickhouse/tables.ts';
import { hasClickHouse, startTestClickHouse } from '../../server/test/clickhouse.ts';
import { withOwnDatabase } from './postgres.ts';
import type { StoredBytes, StoredSubject } from './stored-subject.ts';

/** Servers of its own, in a temporary folder (TMPDIR says where), which is removed afterwards. Ranks are in a PostgreSQL of its own. */
export async function withClickHouse(use: (subject: StoredSubject) => Promise<void>): Promise<void> {
  if (!hasClickHouse) throw new Error('ClickHouse is not installed. Run: npm run install-clickhouse');
  await withOwnDatabase(async (db) => {
    const servers = await startTestClickHouse();
    const clickhouse = connectClickHouse(servers.address);
    try {
      const engine = clickhouseEngine({ db, clickhouse });
      await use({ name: 'ClickHouse, two shards', db, engine, bytesOf: (release) => bytesIn(clickhouse, release) });
    } finally {
      await clickhouse.close();
      await servers.stop();
    }
  });
}

/** Of both shards together. Postings count as an index of the pages; ClickHouse has no others that take space. */
async function bytesIn(clickhouse: ClickHouse, release: number): Promise<StoredBytes> {
  const answers = await clickhouse.queryEach<{ name: string; bytes: string }>(
    statement`select table as name, sum(bytes_on_disk) as bytes from system.parts
      where active and database = ${clickhouse.address.database} and partition = ${String(release)} group by name`,
  );
  const bytes = (...tables: TableName[]) =>
    answers
      .flat()
      .filter(({ name }) => tables.some((table) => name === `${table}_local`))
      .reduce((sum, row) => sum + Number(row.bytes), 0);
  return {
    ...{ pages: bytes('sample_pages', 'sample_copies'), pageIndexes: bytes('sample_postings') },
    ...{ links: bytes('sample_links'), linkIndexes: 0 },
  };
}
