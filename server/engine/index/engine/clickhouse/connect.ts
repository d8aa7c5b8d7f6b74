// Connections to the ClickHouse servers of INDEX_URL. Statements of a cluster may be sent to any of its servers, and those of a shard
// to any of its replicas; if one can't be reached, the next is asked.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import type { ClickHouseAddress } from '../../../../platform/settings/clickhouse-url.ts';
import { type ClickHouseError, isUnreached, toClickHouseError } from './clickhouse-error.ts';
import { findShards, type ShardOfNode } from './find-shards.ts';
import type { Raw } from './literals.ts';

export interface Answer<Row> {
  rows: Row[];
  /** Rows that the busiest server read for it. */
  readByOne: number;
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
  query<Row>(statement: Raw): Promise<Answer<Row>>;
  /** Asks all shards at once, each about its local tables. A Distributed table takes 2 ms of CPU more for each statement. */
  queryShards<Row>(statement: Raw, settings?: Settings): Promise<Answer<Row>>;
  /** Returns when all shards have the rows. */
  insert(rows: Rows): Promise<void>;
  /** The answer of every server, each about itself. */
  queryEach<Row>(statement: Raw): Promise<Row[][]>;
  commandEach(statement: Raw, settings?: Settings): Promise<void>;
  close(): Promise<void>;
}

interface Node {
  url: string;
  client(): Promise<ClickHouseClient>;
}

export type Settings = Record<string, number | string>;

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
  const clients: Node[] = address.nodes.map((url) => {
    let client: Promise<ClickHouseClient> | undefined;
    return { url, client: () => (client ??= open(url, address)) };
  });
  let shards: Node[][] | null = null;

  async function onNode<T>({ url, client }: Node, run: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    return run(await client()).catch((error: unknown) => {
      throw toClickHouseError(error, url);
    });
  }
  async function onAny<T>(
    run: (client: ClickHouseClient) => Promise<T>,
    goesOn: (error: ClickHouseError) => boolean,
    [first, ...others]: readonly Node[] = clients,
  ): Promise<T> {
    return onNode(first as Node, run).catch((error: ClickHouseError) => {
      if (others.length === 0 || !goesOn(error)) throw error;
      return onAny(run, goesOn, others);
    });
  }
  const onEach = <T>(run: (client: ClickHouseClient) => Promise<T>) =>
    Promise.all(clients.map((node) => onNode(node, run)));

  async function allShards(): Promise<readonly Node[][]> {
    if (shards !== null) return shards;
    const { found, isComplete } = await findShards(clients, address, async (node, statement) => {
      const { rows } = await onNode(node, (client) => readInTime<ShardOfNode>(client, statement));
      return rows[0];
    });
    // A server that is down may be back at the next question.
    if (isComplete) shards = found;
    return found;
  }

  return {
    address,
    query: <Row>(statement: Raw) => onAny((client) => readInTime<Row>(client, statement), hasNoAnswer),
    async queryShards<Row>(statement: Raw, settings: Settings = {}) {
      const ask = (nodes: readonly Node[]) =>
        onAny((client) => readInTime<Row>(client, statement, settings), hasNoAnswer, nodes);
      const answers = await Promise.all((await allShards()).map(ask));
      return {
        rows: answers.flatMap(({ rows }) => rows),
        readByOne: Math.max(...answers.map(({ readByOne }) => readByOne)),
      };
    },
    async insert({ table: { sql: table }, columns, lines, idPrefix }) {
      if (lines.length === 0) return;
      // Otherwise a shard that is down would get its rows later, or never.
      const settings: Settings = address.cluster === null ? {} : { insert_distributed_sync: 1 };
      await onAny(
        (client) =>
          client.insert({
            ...{ table, columns: columns as [string, ...string[]], format: 'TabSeparated' },
            ...{ values: Readable.from(chunksOf(lines), { objectMode: false }), clickhouse_settings: settings },
            query_id: `${idPrefix}${randomUUID()}`,
          }),
        // Rows that may have arrived must not be sent again.
        isUnreached,
      );
    },
    queryEach: async <Row>(statement: Raw) =>
      (await onEach((client) => read<Row>(client, statement))).map(({ rows }) => rows),
    async commandEach({ sql }, settings = {}) {
      await onEach((client) => client.command({ query: sql, clickhouse_settings: settings }));
    },
    async close() {
      await Promise.all(clients.map(async ({ client }) => (await client()).close()));
    },
  };
}

const linesPerChunk = 1_000;

/** Sending each line on its own takes 13 times the CPU (2.3 instead of 0.18 µs per line). */
function* chunksOf(lines: readonly string[]): Generator<string> {
  for (let start = 0; start < lines.length; start += linesPerChunk) {
    yield lines.slice(start, start + linesPerChunk).join('');
  }
}

const hasNoAnswer = ({ code }: ClickHouseError) => code === null;

/** ClickHouse's code is loaded when it is first needed: most Zeuses have no ClickHouse. */
async function open(url: string, { user, password }: ClickHouseAddress): Promise<ClickHouseClient> {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  return createClient({
    ...{ url, username: user, password, application: 'zeus', request_timeout: secondsToWrite * 1000 },
    // Errors are thrown; the caller reports them.
    ...{ clickhouse_settings: always, log: { level: ClickHouseLogLevel.OFF } },
  });
}

interface ReadOptions {
  clickhouse_settings?: Settings;
  abort_signal?: AbortSignal;
}

async function read<Row>(client: ClickHouseClient, { sql }: Raw, options: ReadOptions = {}): Promise<Answer<Row>> {
  const result = await client.query({ query: sql, format: 'JSON', ...options });
  const { data, statistics } = await result.json<Row>();
  return { rows: data, readByOne: statistics?.rows_read ?? 0 };
}

/** For readers, who rather look again later than wait for long. */
const readInTime = <Row>(client: ClickHouseClient, statement: Raw, settings: Settings = {}): Promise<Answer<Row>> =>
  read(client, statement, {
    clickhouse_settings: { ...settings, max_execution_time: secondsToRead },
    // For a server that can't even be connected to.
    abort_signal: AbortSignal.timeout((secondsToRead + 5) * 1000),
  });
