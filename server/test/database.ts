// Real PostgreSQL for tests: one server per run, one migrated template, and one copy of it per test file.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import { openForTests } from './for-tests.ts';

export type ServerAddress = Exclude<DatabaseAddress, string>;

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ServerAddress;
  }
}

const templateName = 'zeus_template';

export interface TestDatabase extends Database {
  readonly address: ServerAddress;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

export interface TestServer {
  address: ServerAddress;
  /** Cuts all connections and stops; restarts with the same rows at the same address. `whileAway` runs in between. */
  restart(whileAway?: () => Promise<void>): Promise<void>;
  /** Removes it with everything in it. */
  stop(): Promise<void>;
}

/** Starts a temporary server. `prepare` may fill its folder; by default the cluster is new. */
export async function startTestServer(prepare = newCluster): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-test-'));
  const options = { ...(await prepare(folder)), durable: false, maxConnections: 300, log: () => {} };
  let server = await startEmbeddedPostgres(options);
  return {
    address: server.address,
    async restart(whileAway) {
      await server.stop();
      await whileAway?.();
      server = await startEmbeddedPostgres(options);
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const newCluster = async (folder: string) => ({ dataDir: join(folder, 'postgres'), password: randomUUID() as string });

/** Creates the migrated database that every test database is copied from. */
export async function createTemplate(server: ServerAddress): Promise<void> {
  await runOn(server, `create database ${templateName}`);
  const db = openDatabase({ ...server, database: templateName }, { poolSize: 2 });
  await migrate(db);
  await db.close();
}

/** A migrated database for all tests of a file. */
export function databaseForTests(options?: Parameters<typeof createTestDatabase>[0]): TestDatabase {
  return openForTests(
    () => createTestDatabase(options),
    (db) => db.drop(),
  );
}

/** A migrated database. Drop it at the end. Four connections are enough to compete for a row, and opening one takes 5 ms of CPU time. */
export async function createTestDatabase({ poolSize = 4, template = templateName } = {}): Promise<TestDatabase> {
  return copyTemplate(inject('postgres'), poolSize, template);
}

/** Makes another database to copy from: a migrated one with what `fill` puts into it. */
export async function withNewTemplate(name: string, fill: (db: TestDatabase) => Promise<void>): Promise<void> {
  const draft = await createTestDatabase();
  try {
    await fill(draft);
    await draft.close();
    await runOn(inject('postgres'), `create database ${name} template ${draft.address.database} strategy file_copy`);
  } finally {
    await draft.drop();
  }
}

/** An empty database, not migrated. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = uniqueName();
  await runOn(server, `create database ${name}`);
  return openTestDatabase(server, name, 10);
}

/**
 * Deletes all rows of small tables: with few rows this is faster than truncate, which makes new files and outdates plans. Each table by
 * itself, so that what an earlier test left running can't deadlock with it.
 */
export async function emptyTables({ pool }: Pick<Database, 'pool'>, tables: readonly string[]): Promise<void> {
  for (const table of tables) await pool.query(`delete from ${table}`);
}

async function copyTemplate(server: ServerAddress, poolSize: number, template = templateName): Promise<TestDatabase> {
  const name = uniqueName();
  await runOn(server, `create database ${name} template ${template} strategy file_copy`);
  return openTestDatabase(server, name, poolSize);
}

/** A busy machine can stop every process for seconds; no test should fail for that. */
const timeouts = { connectMs: 60_000, lockMs: 25_000 };

export function openTestDatabase(server: ServerAddress, name: string, poolSize: number): TestDatabase {
  const address = { ...server, database: name };
  const db = openDatabase(address, { poolSize, ...timeouts });
  return {
    ...db,
    address,
    async drop() {
      await db.close();
      await runOn(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** How many connections to this database wait for a lock. */
export async function countWaitingForLock({ sql }: Pick<Database, 'sql'>): Promise<number> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length;
}

const uniqueName = () => `test_${randomUUID().replaceAll('-', '')}`;

const administrators = new Map<string, pg.Pool>();

/** One connection per server and process: opening one takes longer than most statements. It doesn't keep the process alive. */
function administratorOf(server: ServerAddress): pg.Pool {
  const open = administrators.get(server.host);
  if (open) return open;
  const made = new pg.Pool({
    ...server,
    database: 'postgres',
    max: 1,
    connectionTimeoutMillis: timeouts.connectMs,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // It breaks when the server stops.
  made.on('error', () => {});
  administrators.set(server.host, made);
  return made;
}

const runOn = (server: ServerAddress, statement: string) => administratorOf(server).query(statement);

/** A temporary migrated database outside Vitest, for scripts. */
export async function withTemporaryDatabase(use: (db: TestDatabase) => Promise<void>): Promise<void> {
  const server = await startTestServer();
  try {
    await createTemplate(server.address);
    const db = await copyTemplate(server.address, 4);
    await use(db);
    await db.drop();
  } finally {
    await server.stop();
  }
}
