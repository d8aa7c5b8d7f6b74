// Brings the data of a backup file back: in one transaction, so a restore that fails leaves everything as it was.
// The tables are made by the migrations the backup knew, filled, and then migrated on to this version of Zeus.
import postgres from 'postgres';
import type { DatabaseAddress } from '../db.ts';
import { type Migration, migrate, readMigrations } from '../migrate.ts';
import { OperatorError } from '../operator-error.ts';
import { type BackupHeader, openBackup } from './backup-file.ts';
import { emptyDatabase, listFilledTables } from './empty-database.ts';
import { type LoadSummary, loadBackup } from './load-backup.ts';
import { inOneTransaction, type Session } from './session.ts';

export interface RestoreSummary extends LoadSummary {
  /** When the backup was made. */
  madeAt: string;
}

export interface RestoreOptions {
  /** Delete what is in the database. Without it a database that holds rows is refused. */
  replace: boolean;
}

/** Throws OperatorError when the file is damaged or newer than this Zeus, when the database is in use, or when it holds rows and may not be replaced. */
export async function restoreDatabase(
  address: DatabaseAddress,
  file: string,
  { replace }: RestoreOptions,
): Promise<RestoreSummary> {
  const backup = await openBackup(file);
  try {
    const migrations = await migrationsOf(backup.header, file);
    await migrateToNow(address);
    const summary = await inOneTransaction(address, 'begin', async (session) => {
      await refuseWhenInUse(session);
      if (!replace) await refuseWhenFilled(session);
      await emptyDatabase(session);
      for (const { text } of migrations) await session.unsafe(text);
      return loadBackup(session, backup);
    });
    await migrateToNow(address);
    return { ...summary, madeAt: backup.header.madeAt };
  } finally {
    backup.close();
  }
}

async function migrationsOf({ migrations }: BackupHeader, file: string): Promise<Migration[]> {
  const ours = await readMigrations();
  const newest = migrations.at(-1);
  if (newest && newest.version > ours.length) {
    throw new OperatorError(
      `${file} was made by a newer Zeus (migration ${newest.version}, ${newest.name}; this one knows ${ours.length}). Restore it with that version.`,
    );
  }
  const changed = migrations.find(({ version, checksum }) => ours[version - 1]?.checksum !== checksum);
  if (changed) {
    throw new OperatorError(
      `${file} was made with another form of migration ${changed.version} (${changed.name}). Restore it with the Zeus that made it.`,
    );
  }
  return ours.slice(0, migrations.length);
}

/** Before, so that the list of migrations exists; after, so that the data fits this version. */
async function migrateToNow(address: DatabaseAddress): Promise<void> {
  const options = { max: 1, onnotice: () => {}, connection: { application_name: 'zeus-backup' } };
  const sql = typeof address === 'string' ? postgres(address, options) : postgres({ ...address, ...options });
  await migrate(sql).finally(() => sql.end({ timeout: 1 }));
}

async function refuseWhenInUse(session: Session): Promise<void> {
  const [row] = await session<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'zeus%' and pid <> pg_backend_pid()`;
  if (row && row.count > 0) {
    throw new OperatorError(
      `Zeus is working on this database (${row.count} connections). Stop every web and worker process first.`,
    );
  }
}

async function refuseWhenFilled(session: Session): Promise<void> {
  const filled = await listFilledTables(session);
  if (filled.length === 0) return;
  throw new OperatorError(
    `The database is not empty (${filled.slice(0, 5).join(', ')}${filled.length > 5 ? ', …' : ''}). Add --replace to delete everything in it and restore the backup.`,
  );
}
