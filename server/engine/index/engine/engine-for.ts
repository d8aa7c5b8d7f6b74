// The engine that stores the page sample of this Zeus: ClickHouse if INDEX_URL is set, otherwise PostgreSQL.
import type { Config } from '../../../platform/config.ts';
import type { Queryable } from '../../../platform/database/run-prepared.ts';
import type { Database } from '../../../platform/db.ts';
import { clickhouseEngine, clickhouseReader } from './clickhouse/clickhouse-engine.ts';
import { type ClickHouse, connectClickHouse } from './clickhouse/connect.ts';
import type { IndexEngine, IndexReader } from './index-engine.ts';
import { postgresEngine, postgresReader } from './postgres-engine.ts';

type Settings = Pick<Config['linkIndex'], 'clickhouse'>;

export function engineFor(db: Database, { clickhouse }: Settings): IndexEngine {
  return clickhouse === null ? postgresEngine(db) : clickhouseEngine({ db, clickhouse: connectOnce(clickhouse) });
}

interface SearchContext {
  db: Queryable;
  config: { linkIndex: Settings };
  practice?: unknown;
}

/** What searches read. None on the practice web, whose campaigns must not find pages of the real one. */
export function sampleFor({ db, config, practice }: SearchContext): IndexReader | undefined {
  if (practice !== undefined) return undefined;
  const { clickhouse } = config.linkIndex;
  return clickhouse === null ? postgresReader(db) : clickhouseReader({ db, clickhouse: connectOnce(clickhouse) });
}

/** The settings are read once, so their object stands for the servers. Idle connections do not keep the process running. */
const connections = new WeakMap<object, ClickHouse>();

function connectOnce(address: NonNullable<Settings['clickhouse']>): ClickHouse {
  const connection = connections.get(address) ?? connectClickHouse(address);
  connections.set(address, connection);
  return connection;
}
