// Forward-only migrations: db/migrations/NNNN_name.sql, each in its own transaction, under an advisory lock so that any number of
// processes may start together.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { createClient, type Database, type DatabaseAddress } from '../db.ts';
import { OperatorError } from '../operator-error.ts';

const migrationsFolder = new URL('../../../db/migrations/', import.meta.url);
/** A number that no other program is likely to lock: "zeus" in ASCII. */
const lockKey = 0x7a657573;

export interface Migration {
  version: number;
  name: string;
  text: string;
  checksum: string;
}

/** The migrations of this code, in order. Throws OperatorError for a misnamed file or a duplicate number. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(files.map((file, index) => readMigration(file, index + 1)));
}

async function readMigration(file: string, expected: number): Promise<Migration> {
  const [, digits, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
  if (!name || Number(digits) !== expected) {
    throw new OperatorError(`Migration ${file} should be called ${String(expected).padStart(4, '0')}_<name>.sql.`);
  }
  const text = await readFile(new URL(file, migrationsFolder), 'utf8');
  return { version: expected, name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

/** Migrates the database to this code; returns how many migrations ran. Throws OperatorError if the two do not match. */
export async function migrate({ address }: Pick<Database, 'address'>, migrations?: Migration[]): Promise<number> {
  const wanted = migrations ?? (await readMigrations());
  return withMigrationsTable(address, (client) => applyMissing(client, wanted));
}

/** Creates the table that records the migrations, if it is missing, and runs none of them. */
export const createMigrationsTable = (address: DatabaseAddress): Promise<void> =>
  withMigrationsTable(address, async () => {});

async function withMigrationsTable<Result>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // A connection without the pool's timeouts, because a migration, or waiting for another process, takes as long as it takes.
  const client = createClient(address, { application_name: 'zeus-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`
      create table if not exists schema_migrations (
        version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    return await work(client);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

async function applyMissing(client: pg.Client, wanted: Migration[]): Promise<number> {
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  );
  for (const row of rows) checkApplied(row, wanted[row.version - 1]);
  const missing = wanted.slice(rows.length);
  for (const migration of missing) await apply(client, migration);
  return missing.length;
}

function checkApplied(row: Applied, ours: Migration | undefined): void {
  if (!ours) {
    throw new OperatorError(
      `The database is at migration ${row.version} (${row.name}), newer than this version of Zeus. Start the newer version.`,
    );
  }
  if (ours.checksum !== row.checksum) {
    throw new OperatorError(
      `Migration ${row.version} (${row.name}) has changed since it ran on this database. Restore the file, or start with an empty database.`,
    );
  }
}

async function apply(client: pg.Client, { version, name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    const values = [version, name, checksum];
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', values);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new OperatorError(`Migration ${version} (${name}) failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Whether the database has every migration of this code. Rejects if it cannot be reached. */
export async function isMigrated({ sql }: Pick<Database, 'sql'>): Promise<boolean> {
  const [found] = await sql<{ exists: boolean }[]>`select to_regclass('schema_migrations') is not null as exists`;
  if (!found?.exists) return false;
  const [row] = await sql<{ version: number | null }[]>`select max(version) as version from schema_migrations`;
  return row?.version === (await readMigrations()).length;
}
