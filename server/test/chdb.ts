// ClickHouse in the process of a test, by npm's chdb. What differs from servers is here: there are no clusters and no replicas, and
// settings are part of a statement.
import { toClickHouseError } from '../engine/index/engine/clickhouse/clickhouse-error.ts';
import type { Answer, ClickHouse, Settings } from '../engine/index/engine/clickhouse/connect.ts';
import { type Raw, raw, statement } from '../engine/index/engine/clickhouse/literals.ts';
import { openChdb } from './chdb-session.ts';
import { findChdb } from './clickhouse-place.ts';

/** `npm test` prints why, if there is none. */
export const hasChdb: boolean = findChdb() !== null;

const node = 'http://chdb:0';

/** With its data in a temporary folder, which is removed when it is closed. A process can have one. */
export function startChdb(): ClickHouse {
  const session = openChdb(findChdb() ?? '');
  const run = (sql: string) =>
    session.run(sql, 'JSON').catch((error: unknown) => {
      throw toClickHouseError(error, node);
    });
  async function query<Row>(select: Raw, settings: Settings = {}): Promise<Answer<Row>> {
    const { data, statistics } = JSON.parse(await run(withSettings(select, settings).sql));
    return { rows: data, readByOne: statistics.rows_read };
  }
  return {
    address: { nodes: [node], user: 'default', password: '', database: 'zeus', cluster: null },
    query,
    queryShards: query,
    async insert({ table, columns, lines }) {
      if (lines.length === 0) return;
      await run(`insert into ${table.sql} (${columns.join(', ')}) format TabSeparated\n${lines.join('')}`);
    },
    queryEach: async <Row>(select: Raw) => [(await query<Row>(select)).rows],
    async commandEach(command, settings) {
      await run((settings === undefined ? command : withSettings(command, settings)).sql);
    },
    async close() {
      session.close();
    },
  };
}

/** As a server gets them with each statement. */
const always: Settings = { output_format_json_quote_64bit_integers: 1 };

const withSettings = (sent: Raw, settings: Settings): Raw =>
  statement`${sent} settings ${raw(
    Object.entries({ ...always, ...settings })
      .map(([name, value]) => statement`${raw(name)} = ${value}`.sql)
      .join(', '),
  )}`;
