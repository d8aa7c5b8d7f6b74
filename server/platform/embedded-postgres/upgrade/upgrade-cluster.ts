// Moves the data of an older PostgreSQL into a new cluster: the old programs run once more, their data is backed up, restored
// into a folder next to the old one, and compared. Only then do the two folders swap, so an upgrade that fails or is killed
// leaves the old database as it was, and can simply be run again.
import { realpath, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { backupDatabase } from '../../backup/backup-database.ts';
import { restoreDatabase } from '../../backup/restore-database.ts';
import type { PostgresAddress } from '../../db.ts';
import type { ProcessLock } from '../../files/process-lock.ts';
import { OperatorError } from '../../operator-error.ts';
import { type Binaries, findBinaries, majorOf } from '../binaries.ts';
import { readVersion } from '../data-folder/initialize.ts';
import { clearLeftovers } from '../data-folder/leftovers.ts';
import { finishReplacing, growingFolder, oldFolder, replaceFolder } from '../data-folder/replace-folder.ts';
import { explained } from '../explain.ts';
import { type EmbeddedPostgresOptions, lockFolder, startLocked } from '../start.ts';
import { findDifferences, readContents } from './contents.ts';
import { copyExtensions, copyRoles } from './copy-roles.ts';

export interface UpgradeOptions extends Pick<EmbeddedPostgresOptions, 'dataDir' | 'password' | 'log'> {
  /** Finds the programs of the major version that created the cluster. */
  findOld(version: string): Promise<Binaries>;
}

export interface UpgradeSummary {
  from: string;
  to: string;
  rows: number;
  /** Where the old data folder is now. */
  kept: string;
  /** Tables that this Zeus does not have. They are only in the old folder. */
  leftOut: string[];
}

/** Null if there is nothing to upgrade. Throws OperatorError if it cannot be done; then nothing has changed. */
export async function upgradeCluster(options: UpgradeOptions): Promise<UpgradeSummary | null> {
  const folder = resolve(options.dataDir);
  return explained(folder, async () => {
    const lock = await lockFolder(folder);
    try {
      await finishReplacing(folder);
      const from = await readVersion(folder);
      const to = majorOf(findBinaries());
      if (from === undefined || from === to) return null;
      if (Number(from) > Number(to)) throw newerCluster(folder, from, to);
      return await upgradeLocked(options, folder, { from, to });
    } finally {
      lock.release();
    }
  });
}

const newerCluster = (folder: string, from: string, to: string) =>
  new OperatorError(
    `${folder} was created by PostgreSQL ${from}, which is newer than the ${to} of this Zeus. Start the newer Zeus.`,
  );

async function upgradeLocked(
  options: UpgradeOptions,
  folder: string,
  { from, to }: { from: string; to: string },
): Promise<UpgradeSummary> {
  const kept = oldFolder(folder, from);
  if (await stat(kept).catch(() => null)) {
    throw new OperatorError(`${kept} is there from an earlier upgrade. Move it away and run this again.`);
  }
  const growing = growingFolder(folder);
  const file = `${growing}.backup`;
  await removeGrowing(growing, file, options.log);
  let copied: Awaited<ReturnType<typeof copyCluster>>;
  try {
    copied = await copyCluster(options, { folder, growing, file, version: from });
  } catch (error) {
    await removeGrowing(growing, file, options.log);
    throw error;
  }
  await rm(file);
  await replaceFolder(folder, from);
  return { from, to, rows: copied.rows, kept, leftOut: copied.leftOut };
}

/** Also removes what a killed upgrade left. The folder may be a link to where its user can reach it. */
async function removeGrowing(growing: string, file: string, log: UpgradeOptions['log']): Promise<void> {
  const target = await realpath(growing).catch(() => growing);
  await clearLeftovers(target, log);
  for (const path of [target, growing, file, `${file}.part`]) await rm(path, { recursive: true, force: true });
}

interface Copying {
  folder: string;
  growing: string;
  file: string;
  version: string;
}

async function copyCluster(options: UpgradeOptions, { folder, growing, file, version }: Copying) {
  const { password, log, findOld } = options;
  const binaries = await findOld(version);
  return withServer({ dataDir: folder, password, log, binaries }, (old) =>
    withServer({ dataDir: growing, password, log }, async (fresh) => {
      log('backing up the old database');
      await backupDatabase(old, file);
      log('restoring it into the new one');
      await copyRoles(old, fresh);
      const summary = await restoreDatabase(fresh, file, { replace: false, migrateOn: false });
      await copyExtensions(old, fresh);
      log('comparing the two');
      const differences = findDifferences(await readContents(old), await readContents(fresh), summary.leftOut);
      if (differences.length > 0) {
        throw new OperatorError(
          `The new database is not the same as the old one, so the old one stays:\n${differences.join('\n')}`,
        );
      }
      return summary;
    }),
  );
}

/** The caller of the upgrade holds the lock, and keeps it when a server stops. */
const heldByCaller: ProcessLock = { release() {} };

async function withServer<Result>(
  options: EmbeddedPostgresOptions,
  use: (address: PostgresAddress) => Promise<Result>,
): Promise<Result> {
  const server = await startLocked(options, options.dataDir, heldByCaller);
  return use(server.address).finally(() => server.stop());
}
