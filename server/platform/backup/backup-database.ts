// Writes all data of a database into one file: a logical copy, taken in one snapshot while the database keeps working, that any
// version of PostgreSQL can load. The tables themselves come from the migrations.
import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DatabaseAddress } from '../db.ts';
import { OperatorError } from '../operator-error.ts';
import { type BackupHeader, encodeTable, line } from './backup-file.ts';
import { listCounters, listTables } from './catalog.ts';
import { copyOut } from './copy.ts';
import { inOneTransaction, type Session } from './session.ts';

export interface BackupSummary {
  tables: number;
  rows: number;
}

/** Backs up a migrated database. Throws OperatorError if there is nothing to back up or the file cannot be written. */
export async function backupDatabase(address: DatabaseAddress, file: string): Promise<BackupSummary> {
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  ) {
    throw new OperatorError(`${file} already exists. Choose another name, or move that file.`);
  }
  const draft = `${file}.part`;
  try {
    const summary = await inOneTransaction(
      address,
      'begin isolation level repeatable read read only',
      async (session) => {
        const header = await readHeader(session);
        const summary: BackupSummary = { tables: header.tables.length, rows: 0 };
        const parts = encode(session, header, (rows) => {
          summary.rows += rows;
        });
        await pipeline(parts, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
        return summary;
      },
    );
    await rename(draft, file);
    return summary;
  } catch (error) {
    await rm(draft, { force: true });
    throw explainWriting(error, file);
  }
}

async function* encode(session: Session, header: BackupHeader, done: (rows: number) => void) {
  yield line(header);
  for (const table of header.tables) yield* encodeTable(table, copyOut(session, table), done);
  yield line({ tables: header.tables.length });
}

async function readHeader(session: Session): Promise<BackupHeader> {
  const migrations = await readAppliedMigrations(session);
  // After the first query has fixed the snapshot, so that a sequence is never behind the rows.
  const counters = await listCounters(session);
  const { rows } = await session.query<{ server_version: string }>('show server_version');
  return {
    format: 'zeus-backup',
    formatVersion: 1,
    madeAt: new Date().toISOString(),
    serverVersion: rows[0]?.server_version ?? '',
    migrations,
    counters,
    tables: await listTables(session),
  };
}

async function readAppliedMigrations(session: Session): Promise<BackupHeader['migrations']> {
  const found = await session.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as exists`,
  );
  if (!found.rows[0]?.exists)
    throw new OperatorError('This database has no Zeus data, so there is nothing to back up.');
  const { rows } = await session.query<BackupHeader['migrations'][number]>(
    'select version, name, checksum from public.schema_migrations order by version',
  );
  return rows;
}

function explainWriting(error: unknown, file: string): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  return syscall === 'write' || syscall === 'open' || syscall === 'fsync'
    ? new OperatorError(`The backup could not be written to ${file}: ${message}. Choose a place with enough space.`, {
        cause: error,
      })
    : error;
}
