// Fills the tables of a migrated, empty database from an open backup.
import { OperatorError } from '../operator-error.ts';
import type { BackupReader } from './backup-file.ts';
import { type Counter, listObstacles, listTables, nameOf, quoted, type Table } from './catalog.ts';
import { copyIn } from './copy.ts';
import type { Session } from './session.ts';

export interface LoadSummary {
  tables: number;
  rows: number;
  /** Tables that this Zeus does not have, so they are not its own, or were the queue's bookkeeping. */
  leftOut: string[];
}

/** Throws OperatorError if the backup is damaged, or the server's error if its rows do not fit. */
export async function loadBackup(session: Session, backup: BackupReader): Promise<LoadSummary> {
  const { tables, counters } = backup.header;
  await makeFormerQueue(session, tables);
  const existing = new Map((await listTables(session)).map((table) => [nameOf(table), table]));
  const obstacles = await listObstacles(session);
  for (const { remove } of obstacles) await session.query(remove);
  const summary: LoadSummary = { tables: 0, rows: 0, leftOut: [] };
  for (let next = await backup.nextTable(); next; next = await backup.nextTable()) {
    if (fits(next.table, existing.get(nameOf(next.table)))) {
      const before = backup.rowsRead;
      await copyIn(session, next.table, next.rows);
      summary.rows += backup.rowsRead - before;
      summary.tables++;
    } else {
      for await (const _ of next.rows);
      summary.leftOut.push(nameOf(next.table));
    }
  }
  for (const { bringBack } of obstacles) await session.query(bringBack);
  for (const counter of counters) await setCounter(session, counter);
  await session.query('analyze');
  return summary;
}

/**
 * Backups made before migration 36 hold jobs in a table of pg-boss. It is made again with text columns, which take any value;
 * the migration then moves the jobs to `jobs` and drops it.
 */
async function makeFormerQueue(session: Session, tables: readonly Table[]): Promise<void> {
  const jobs = tables.find(({ schema, name }) => schema === 'pgboss' && name === 'job');
  if (!jobs) return;
  await session.query('create schema pgboss');
  await session.query(`create table pgboss.job (${jobs.columns.map((name) => `${quoted(name)} text`).join(', ')})`);
}

function fits(table: Table, existing: Table | undefined): boolean {
  if (!existing) return false;
  const missing = table.columns.filter((column) => !existing.columns.includes(column));
  if (missing.length === 0) return true;
  throw new OperatorError(
    `The backup's table ${nameOf(table)} has columns that Zeus does not know (${missing.join(', ')}). Restore it into a database where they were added, or make a backup without them.`,
  );
}

async function setCounter(session: Session, { schema, name, value, used }: Counter): Promise<void> {
  await session.query('select setval(to_regclass($1), $2::bigint, $3) where to_regclass($1) is not null', [
    quoted(schema, name),
    value,
    used,
  ]);
}
