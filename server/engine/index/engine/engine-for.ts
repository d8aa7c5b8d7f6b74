// The engine that stores the page sample of this Zeus: ClickHouse if INDEX_URL is set, otherwise PostgreSQL. ClickHouse's code is
// loaded when it is first needed.
import type { Config } from '../../../platform/config.ts';
import type { Queryable } from '../../../platform/database/run-prepared.ts';
import type { Database } from '../../../platform/db.ts';
import type { ClickHouse } from './clickhouse/connect.ts';
import type { IndexEngine, IndexReader } from './index-engine.ts';
import { postgresEngine, postgresReader } from './postgres-engine.ts';

type Settings = Pick<Config['linkIndex'], 'clickhouse'>;

export function engineFor(db: Database, { clickhouse }: Settings): IndexEngine {
  if (clickhouse === null) return postgresEngine(db);
  const open = async () => {
    const { clickhouseEngine } = await import('./clickhouse/clickhouse-engine.ts');
    return clickhouseEngine({ db, clickhouse: await connectOnce(clickhouse) });
  };
  return {
    ...lazyReader(open),
    beginRelease: async (release) => (await open()).beginRelease(release),
    write: async (release, file) => (await open()).write(release, file),
    publish: async (release) => (await open()).publish(release),
    drop: async (release) => (await open()).drop(release),
    remoteBytes: async () => (await open()).remoteBytes(),
  };
}

export function readerFor(db: Queryable, { clickhouse }: Settings): IndexReader {
  if (clickhouse === null) return postgresReader(db);
  return lazyReader(async () => {
    const { clickhouseReader } = await import('./clickhouse/clickhouse-engine.ts');
    return clickhouseReader({ db, clickhouse: await connectOnce(clickhouse) });
  });
}

const lazyReader = (open: () => Promise<IndexReader>): IndexReader => ({
  backlinksOf: async (target, range) => (await open()).backlinksOf(target, range),
  searchPages: async (request) => (await open()).searchPages(request),
  languages: async () => (await open()).languages(),
  capturesOf: async (urls) => (await open()).capturesOf(urls),
});

/** The settings are read once, so their object stands for the servers. Idle connections do not keep the process running. */
const connections = new WeakMap<object, ClickHouse>();

async function connectOnce(address: NonNullable<Settings['clickhouse']>): Promise<ClickHouse> {
  const { connectClickHouse } = await import('./clickhouse/connect.ts');
  const connection = connections.get(address) ?? connectClickHouse(address);
  connections.set(address, connection);
  return connection;
}
