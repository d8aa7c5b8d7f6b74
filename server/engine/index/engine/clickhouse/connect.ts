// Connections to the ClickHouse servers of INDEX_URL. Statements of a cluster may be sent to any of its servers; if one can't be
// reached, the next is asked.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseAddress } from '../../../../platform/settings/clickhouse-url.ts';
import { type ClickHouseError, isUnreached, toClickHouseError } from './clickhouse-error.ts';
import type { Raw } from './literals.ts';

export interface Answer<Row> {
  rows: Row[];
  /** Rows that the servers read for it. */
  read: number;
}

export interface Rows {
  table: Raw;
  columns: readonly string[];
  /** In ClickHouse's TabSeparated format. */
  lines: readonly string[];
  /** What the id of the statement begins with, so that it can be found while it runs. */
  idPrefix: string;
}

export interface ClickHouse {
  readonly address: ClickHouseAddress;
  /** Throws ClickHouseError, as all of these. */
  query<Row>(statement: Raw, settings?: Settings): Promise<Answer<Row>>;
  /** Returns when all shards have the rows. */
  insert(rows: Rows): Promise<void>;
  /** The answer of every server, each about itself. */
  queryEach<Row>(statement: Raw): Promise<Row[][]>;
  commandEach(statement: Raw): Promise<void>;
  close(): Promise<void>;
}

export type Settings = Record<string, number>;

const always: Settings = {
  // A key is 20 digits, and some questions have thousands of keys.
  max_query_size: 4_000_000,
  // JavaScript would round them.
  output_format_json_quote_64bit_integers: 1,
  // Without a shard there is no answer rather than a part of one, whatever the servers' own settings are.
  skip_unavailable_shards: 0,
};
const secondsToRead = 20;
const secondsToWrite = 600;

export function connectClickHouse(address: ClickHouseAddress): ClickHouse {
  const clients = address.nodes.map((url) => ({ url, client: open(url, address) }));
  type Node = (typeof clients)[number];

  async function onNode<T>({ url, client }: Node, run: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    return run(client).catch((error: unknown) => {
      throw toClickHouseError(error, url);
    });
  }
  async function onAny<T>(
    run: (client: ClickHouseClient) => Promise<T>,
    goesOn: (error: ClickHouseError) => boolean,
    [first, ...others] = clients,
  ): Promise<T> {
    return onNode(first as Node, run).catch((error: ClickHouseError) => {
      if (others.length === 0 || !goesOn(error)) throw error;
      return onAny(run, goesOn, others);
    });
  }
  const onEach = <T>(run: (client: ClickHouseClient) => Promise<T>) =>
    Promise.all(clients.map((node) => onNode(node, run)));

  return {
    address,
    query: <Row>(statement: Raw, settings: Settings = {}) =>
      onAny(
        (client) => read<Row>(client, statement, { ...settings, max_execution_time: secondsToRead }),
        ({ code }) => code === null,
      ),
    async insert({ table: { sql: table }, columns, lines, idPrefix }) {
      if (lines.length === 0) return;
      // Otherwise a shard that is down would get its rows later, or never.
      const settings: Settings = address.cluster === null ? {} : { insert_distributed_sync: 1 };
      await onAny(
        (client) =>
          client.insert({
            ...{ table, columns: columns as [string, ...string[]], format: 'TabSeparated' },
            ...{ values: Readable.from(lines, { objectMode: false }), clickhouse_settings: settings },
            query_id: `${idPrefix}${randomUUID()}`,
          }),
        // Rows that may have arrived must not be sent again.
        isUnreached,
      );
    },
    queryEach: async <Row>(statement: Raw) =>
      (await onEach((client) => read<Row>(client, statement))).map(({ rows }) => rows),
    async commandEach({ sql }) {
      await onEach((client) => client.command({ query: sql }));
    },
    async close() {
      await Promise.all(clients.map(({ client }) => client.close()));
    },
  };
}

const open = (url: string, { user, password }: ClickHouseAddress): ClickHouseClient =>
  createClient({
    ...{ url, username: user, password, application: 'zeus', request_timeout: secondsToWrite * 1000 },
    // Errors are thrown, and reported by whoever needed the answer.
    ...{ clickhouse_settings: always, log: { level: ClickHouseLogLevel.OFF } },
  });

async function read<Row>(client: ClickHouseClient, { sql }: Raw, settings: Settings = {}): Promise<Answer<Row>> {
  const result = await client.query({ query: sql, format: 'JSON', clickhouse_settings: settings });
  const { data, statistics } = await result.json<Row>();
  return { rows: data, read: statistics?.rows_read ?? 0 };
}
