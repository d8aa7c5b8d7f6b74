// The tables of the page sample in ClickHouse. Each server has them under the suffix _local; with a cluster, a Distributed table
// without the suffix spreads rows over the shards and reads from all of them. A release is a partition of each table.
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { ClickHouse } from './connect.ts';
import { type Raw, raw, statement } from './literals.ts';

interface Table {
  columns: string;
  order: string;
  /** Rows with the same value are on the same shard. */
  shard: string;
  /** Rows per entry of the primary index: few where single rows are looked up. */
  granularity: number;
}

// Keys are as in PostgreSQL: the first 8 bytes of the MD5 of a URL or domain. Every row says which attempt to write a file it is from.
const own = 'release UInt32, attempt UInt32';

export const tables = {
  sample_pages: {
    columns: `${own}, url_key Int64, canonical_key Int64, captured_ms Int64, domain_rating Float32, words Int32, listed UInt8,
      language String, url String, title String, description String`,
    ...{ order: 'url_key', shard: 'url_key', granularity: 256 },
  },
  // For each page with a canonical URL, a row for its own key and one for the canonical's.
  sample_copies: {
    columns: `${own}, domain_key Int64, key Int64, url_key Int64, canonical_key Int64`,
    // With the links to them. Both pages are of the same domain.
    ...{ order: 'key', shard: 'domain_key', granularity: 256 },
  },
  sample_links: {
    columns: `${own}, page_key Int64, from_domain_key Int64, to_key Int64, to_domain_key Int64, captured_ms Int64,
      domain_rating Float32, position Float32, dofollow UInt8, is_image UInt8, to_url String, anchor String, rel String`,
    // All links to a domain are together, and within them all links to a URL, strongest first.
    ...{ order: 'to_domain_key, to_key, -domain_rating, from_domain_key', shard: 'to_domain_key', granularity: 1024 },
  },
  // The lexemes of listed pages, as PostgreSQL computed them, with their places and weights (`1A,5B`). `length`: of all lexemes.
  sample_postings: {
    columns: `${own}, lexeme String, page_key Int64, domain_rating Float32, words Int32, length UInt16, language String,
      places String`,
    // By page within a lexeme: a range of page keys is a random sample of the pages, the same for each lexeme.
    ...{ order: 'lexeme, page_key', shard: 'page_key', granularity: 1024 },
  },
} satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];

/** What is read and written: all shards. */
export const tableIn = ({ address: { database, cluster } }: ClickHouse, name: TableName): Raw =>
  raw(`${database}.${name}${cluster === null ? '_local' : ''}`);

/** The part that a server stores. */
export const localIn = ({ address: { database } }: ClickHouse, name: TableName): Raw =>
  raw(`${database}.${name}_local`);

/** Creates what is missing. Throws OperatorError if the cluster is not the one of the settings, and ClickHouseError. */
export async function createTables(clickhouse: ClickHouse): Promise<void> {
  const { database, cluster } = clickhouse.address;
  const isReplicated = cluster !== null && (await checkCluster(clickhouse, cluster));
  await clickhouse.commandEach(raw(`create database if not exists ${database}`));
  for (const name of tableNames) {
    const { columns, order, shard, granularity } = tables[name];
    const engine = isReplicated
      ? `ReplicatedMergeTree('/clickhouse/tables/{shard}/${database}/${name}', '{replica}')`
      : 'MergeTree()';
    const local = localIn(clickhouse, name);
    await clickhouse.commandEach(
      raw(`create table if not exists ${local.sql} (${columns}) engine = ${engine} partition by release
        order by (${order}) settings index_granularity = ${granularity}`),
    );
    if (cluster === null) continue;
    await clickhouse.commandEach(
      statement`create table if not exists ${tableIn(clickhouse, name)} as ${local}
        engine = Distributed(${cluster}, ${database}, ${`${name}_local`}, ${raw(`cityHash64(${shard})`)})`,
    );
  }
}

/** Returns whether its shards have several replicas. */
async function checkCluster(clickhouse: ClickHouse, cluster: string): Promise<boolean> {
  const answers = await clickhouse.queryEach<{ servers: string; replicas: number }>(
    statement`select count() as servers, max(replica_num) as replicas from system.clusters where cluster = ${cluster}`,
  );
  const { nodes } = clickhouse.address;
  for (const [index, [answer]] of answers.entries()) {
    const servers = Number(answer?.servers ?? 0);
    const { host } = new URL(nodes[index] ?? '');
    if (servers === 0) throw new OperatorError(`ClickHouse at ${host} has no cluster named ${cluster} (INDEX_URL).`);
    if (servers !== nodes.length) {
      throw new OperatorError(
        `INDEX_URL lists ${nodes.length} of the ${servers} servers of ${cluster}. List all of them.`,
      );
    }
  }
  return (answers[0]?.[0]?.replicas ?? 1) > 1;
}

/** On the disks of all servers together. */
export async function measureBytes(clickhouse: ClickHouse): Promise<number> {
  const answers = await clickhouse.queryEach<{ bytes: string }>(
    statement`select sum(bytes_on_disk) as bytes from system.parts where database = ${clickhouse.address.database}`,
  );
  return answers.reduce((sum, [answer]) => sum + Number(answer?.bytes ?? 0), 0);
}

export const columnsOf = (name: TableName): string[] =>
  tables[name].columns.split(',').map((column) => column.trim().split(/\s+/)[0] ?? '');

/** Of the statements that write an attempt's rows. */
export const insertIdPrefix = ({ address: { database } }: ClickHouse, attempt: number): string =>
  `zeus/${database}/${attempt}/`;
