// ClickHouse in the process of a test, by npm's chdb. What differs from servers is here: there are no clusters and no replicas, and
// settings are part of a statement.
import { createRequire } from 'node:module';
import { toClickHouseError } from '../engine/index/engine/clickhouse/clickhouse-error.ts';
import type { Answer, ClickHouse, Settings } from '../engine/index/engine/clickhouse/connect.ts';
import { type Raw, raw, statement } from '../engine/index/engine/clickhouse/literals.ts';
import { findChdb } from './clickhouse-place.ts';

/** What is used of chdb's own. */
export interface ChdbSession {
  queryAsync(sql: string, options: { format: string }): Promise<{ text(): string }>;
  insert(rows: { table: string; columns: readonly string[]; values: string; format: string }): Promise<unknown>;
  close(): void;
}

/** `npm test` prints why, if there is none. */
export const hasChdb: boolean = findChdb() !== null;

/** With its data in a temporary folder, which is removed when it is closed. A process can have one. */
export function startChdb(): ClickHouse {
  const { Session } = createRequire(import.meta.url)(findChdb() ?? '') as { Session: new () => ChdbSession };
  return clickhouseOn(new Session());
}

const node = 'http://chdb:0';

export function clickhouseOn(session: ChdbSession): ClickHouse {
  const run = (sql: string) =>
    session.queryAsync(sql, { format: 'JSON' }).catch((error: unknown) => {
      throw toClickHouseError(error, node);
    });
  async function query<Row>(select: Raw, settings: Settings = {}): Promise<Answer<Row>> {
    const { data, statistics } = JSON.parse((await run(withSettings(select, settings).sql)).text());
    return { rows: data, readByOne: statistics.rows_read };
  }
  return {
    address: { nodes: [node], user: 'default', password: '', database: 'zeus', cluster: null },
    query,
    queryShards: query,
    async insert({ table, columns, lines }) {
      if (lines.length === 0) return;
      const rows = { table: table.sql, columns, values: lines.join(''), format: 'TabSeparated' };
      await session.insert(rows).catch((error: unknown) => {
        throw toClickHouseError(error, node);
      });
    },
    queryEach: async <Row>(select: Raw) => [(await query<Row>(select)).rows],
    async commandEach({ sql }) {
      await run(sql);
    },
    async close() {
      session.close();
    },
  };
}

/** As a server gets them with each statement. */
const always: Settings = { output_format_json_quote_64bit_integers: 1 };

const withSettings = (select: Raw, settings: Settings): Raw =>
  statement`${select} settings ${raw(
    Object.entries({ ...always, ...settings })
      .map(([name, value]) => statement`${raw(name)} = ${value}`.sql)
      .join(', '),
  )}`;
