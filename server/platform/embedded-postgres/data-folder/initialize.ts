// Creates a new database cluster in a temporary folder, which is renamed when complete. An interrupted attempt leaves only that
// folder, which the next start removes.
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../files/sync-folder.ts';
import { OperatorError } from '../../operator-error.ts';
import { type Binaries, majorOf } from '../binaries.ts';
import { explainFailure } from '../explain.ts';
import { type RunAs, spawnIdentity } from '../identity/run-as.ts';
import { runCommand } from '../run-command.ts';

const growingSuffix = '.new-';

export interface NewCluster {
  binaries: Binaries;
  runAs: RunAs;
  dataDir: string;
  password: string;
  durable: boolean;
}

/** Creates the cluster unless it exists; returns whether it did. Throws OperatorError if the folder cannot be used. */
export async function initializeOnce(cluster: NewCluster): Promise<boolean> {
  await removeInterrupted(cluster.dataDir);
  if (await isInitialized(cluster.dataDir, cluster.binaries)) return false;
  // Never the same name twice: an initdb whose Zeus was killed may still be writing.
  const growing = await mkdtemp(`${cluster.dataDir}${growingSuffix}`);
  try {
    await initialize(cluster, growing);
  } finally {
    await removeFolder(growing);
  }
  return true;
}

async function removeInterrupted(dataDir: string): Promise<void> {
  const parent = dirname(dataDir);
  const left = (await readdir(parent)).filter((name) => name.startsWith(`${basename(dataDir)}${growingSuffix}`));
  for (const name of left) await removeFolder(join(parent, name));
}

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

async function isInitialized(dataDir: string, binaries: Binaries): Promise<boolean> {
  const files = await filesIn(dataDir);
  if (files.length === 0) return false;
  if (!files.includes('PG_VERSION')) {
    throw new OperatorError(
      `${dataDir} holds files but no database. Move them away, or set ZEUS_HOME to another folder.`,
    );
  }
  const found = await readVersion(dataDir);
  const ours = majorOf(binaries);
  if (found === ours) return true;
  const advice =
    Number(found) > Number(ours)
      ? 'Start the newer Zeus it was created with.'
      : 'Run "npm run upgrade-database", then start Zeus again (see "Upgrade" in docs/operating.md).';
  throw new OperatorError(
    `${dataDir} was created by PostgreSQL ${found}, and this Zeus comes with PostgreSQL ${ours}. ${advice}`,
  );
}

/** The major version of the PostgreSQL that created the cluster, such as 18; undefined if there is none. */
export async function readVersion(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function initialize({ binaries, runAs, dataDir, password, durable }: NewCluster, growing: string): Promise<void> {
  const passwordFile = join(growing, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    await chown(growing, runAs.uid, runAs.gid);
    await chown(passwordFile, runAs.uid, runAs.gid);
  }
  const result = await runCommand(
    [...runAs.prefix, binaries.initdb, ...initdbArguments(join(growing, 'data'), passwordFile, durable)],
    spawnIdentity(runAs),
  );
  if (!result.ok) throw explainFailure(`PostgreSQL could not set up a database in ${dataDir}`, dataDir, result.output);
  await rename(join(growing, 'data'), dataDir);
  if (durable) await syncFolder(dirname(dataDir));
}

// The builtin locale makes text UTF-8 and sorts it the same on every system, whatever LANG says.
function initdbArguments(dataDir: string, passwordFile: string, durable: boolean): string[] {
  return [
    ...['-D', dataDir, '--username=zeus', `--pwfile=${passwordFile}`],
    ...['--auth-local=scram-sha-256', '--auth-host=scram-sha-256'],
    // More iterations make guessing a weak password slower. Ours is random, and each connection would take 7 ms of CPU time more.
    ...['-c', 'scram_iterations=1'],
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ];
}
