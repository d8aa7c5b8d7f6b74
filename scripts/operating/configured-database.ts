// The database of this Zeus for another program: at DATABASE_URL, or the embedded one.
import { existsSync } from 'node:fs';
import { checkReachable } from '../../server/open-database.ts';
import { type Config, loadConfig, readDotEnv } from '../../server/platform/config.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../../server/platform/db.ts';
import { embeddedServerOptions } from '../../server/platform/embedded-postgres/configured.ts';
import { reachEmbeddedPostgres } from '../../server/platform/embedded-postgres/reach.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';

/** Reads the settings as `npm start` does. Throws ConfigError. */
export function readConfig(): Config {
  readDotEnv();
  return loadConfig();
}

/**
 * `shared`: Zeus may be running and its database must exist. `alone`: Zeus must not be running; a missing database is created. Throws
 * OperatorError otherwise.
 */
export async function withDatabase<Result>(
  config: Config,
  mode: 'shared' | 'alone',
  use: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  if (config.database.url) return use(config.database.url);
  const note = (line: string) => console.error(line);
  const options = { ...embeddedServerOptions(config), log: () => {}, note };
  if (mode === 'alone') {
    const server = await startEmbeddedPostgres(options);
    return use(server.address).finally(() => server.stop());
  }
  if (!existsSync(options.dataDir)) {
    throw new OperatorError(
      `There is no database in ${config.home}. Set ZEUS_HOME or DATABASE_URL to the value Zeus runs with.`,
    );
  }
  const server = await reachEmbeddedPostgres(options);
  return use(server.address).finally(() => server.close());
}

/** With all migrations applied. Zeus may be running; a missing database is created. `program`: its name in PostgreSQL's lists. */
export async function withMigratedDatabase(
  config: Config,
  program: string,
  use: (db: Database) => Promise<void>,
): Promise<void> {
  const mode = config.database.url || existsSync(embeddedServerOptions(config).dataDir) ? 'shared' : 'alone';
  await withDatabase(config, mode, (address) =>
    usePool(address, program, async (db) => {
      await migrate(db);
      await use(db);
    }),
  );
}

/** As it is, with the tables of a Zeus that has run on it. Zeus may be running. Throws OperatorError if there are none. */
export async function withUsedDatabase(
  config: Config,
  program: string,
  use: (db: Database) => Promise<void>,
): Promise<void> {
  await withDatabase(config, 'shared', (address) =>
    usePool(address, program, async (db) => {
      const [found] = await db.sql<{ exists: boolean }[]>`
        select to_regclass('public.schema_migrations') is not null as exists`;
      if (!found?.exists) throw new OperatorError('Zeus has not run on this database yet. Start it first.');
      await use(db);
    }),
  );
}

async function usePool(address: DatabaseAddress, program: string, use: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase(address, { poolSize: 4, applicationName: `zeus ${program}` });
  try {
    await checkReachable(db);
    await use(db);
  } finally {
    await db.close();
  }
}

/** Runs the program; messages for the operator are printed as they are, and the exit code is 1. */
export function runForOperator(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    console.error(error instanceof OperatorError ? error.message : error);
    process.exitCode = 1;
  });
}
