// Restores a backup file in one transaction, so that a failed restore leaves everything as it was. The tables are created by the
// migrations the backup knew, filled, and then migrated to this version of Zeus.

import { createMigrationsTable, type Migration, migrate, readMigrations } from '../database/migrate.ts';
import type { DatabaseAddress } from '../db.ts';
import { OperatorError } from '../operator-error.ts';
import { type BackupHeader, openBackup } from './backup-file.ts';
import { emptyDatabase, listFilledTables } from './empty-database.ts';
import { type LoadSummary, loadBackup } from './load-backup.ts';
import { applicationName, inOneTransaction, type Session } from './session.ts';

export interface RestoreSummary extends LoadSummary {
  /** When the backup was made. */
  madeAt: string;
}

export interface RestoreOptions {
  /** Delete what is in the database. Without it a database with rows is refused. */
  replace: boolean;
  /** False: the tables stay at the version of the backup, and the next start migrates them. */
  migrateOn?: boolean;
}

/** Throws OperatorError if the file is damaged or too new, the database is in use, or it has rows and may not be replaced. */
export async function restoreDatabase(
  address: DatabaseAddress,
  file: string,
  { replace, migrateOn = true }: RestoreOptions,
): Promise<RestoreSummary> {
  const backup = await openBackup(file);
  try {
    const migrations = await migrationsOf(backup.header, file);
    const refuse = async (session: Session) => {
      await refuseWhenInUse(session);
      if (!replace) await refuseWhenFilled(session);
    };
    // Checked before anything is changed, and again once no one else can change it.
    await inOneTransaction(address, 'begin read only', refuse);
    await createMigrationsTable(address);
    const summary = await inOneTransaction(address, 'begin', async (session) => {
      await refuse(session);
      await emptyDatabase(session);
      for (const { text } of migrations) await session.query(text);
      return loadBackup(session, backup);
    });
    if (migrateOn) await migrate({ address });
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
      `${file} was made with a different version of migration ${changed.version} (${changed.name}). Restore it with the Zeus that made it.`,
    );
  }
  return ours.slice(0, migrations.length);
}

async function refuseWhenInUse(session: Session): Promise<void> {
  const { rows } = await session.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'zeus%' and application_name <> $1`,
    [applicationName],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    throw new OperatorError(
      `Zeus is working on this database (${count} connections). Stop every web and worker process first.`,
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
