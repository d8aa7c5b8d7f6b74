// Where programs and data are when the server runs as another user: where they are now if that user can reach them, otherwise
// under /var/lib. The data folder then becomes a link to its new place, so that the next start, and people, find it.
import { chmod, lstat, mkdir, mkdtemp, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { type Binaries, binariesIn } from '../binaries.ts';
import { explainFailure } from '../explain.ts';
import { runCommand } from '../run-command.ts';
import { type RunAs, spawnIdentity } from './run-as.ts';

export interface PlaceRequest {
  runAs: RunAs;
  binaries: Binaries;
  folder: string;
  systemFolder: string;
  log: (line: string) => void;
}

export interface Place {
  binaries: Binaries;
  /** The data folder with links resolved. */
  dataDir: string;
}

/** Throws OperatorError if the programs do not run here or a folder cannot be created. */
export async function findPlace(request: PlaceRequest): Promise<Place> {
  const binaries = await reachableBinaries(request);
  return { binaries, dataDir: await reachableDataDir(request) };
}

async function reachableBinaries({ runAs, binaries, systemFolder, log }: PlaceRequest): Promise<Binaries> {
  const inPlace = await runCommand([...runAs.prefix, binaries.postgres, '--version'], spawnIdentity(runAs));
  if (inPlace.ok) return binaries;
  if (runAs.kind === 'same-user') throw cannotRun(binaries, inPlace.output);
  const copy = binariesIn(join(systemFolder, `zeus-postgresql-${binaries.build}`), binaries.build);
  const again = () => runCommand([...runAs.prefix, copy.postgres, '--version'], spawnIdentity(runAs));
  if ((await again()).ok) return copy;
  log(`copying the PostgreSQL programs to ${copy.root}, where their user can reach them`);
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  await rm(copy.root, { recursive: true, force: true });
  await copyFolder(binaries.root, copy.root);
  await runCommand(['chmod', '-R', 'a+rX', copy.root]);
  const result = await again();
  if (!result.ok) throw cannotRun(copy, result.output);
  return copy;
}

function cannotRun(binaries: Binaries, said: string): OperatorError {
  return new OperatorError(
    `The PostgreSQL program ${binaries.postgres} does not run on this machine (${said.trim()}). It needs a system with glibc, such as Debian or Ubuntu, and a disk from which programs may be started. Otherwise set DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

async function reachableDataDir({ runAs, folder, systemFolder, log }: PlaceRequest): Promise<string> {
  const dataDir = await withoutLinks(folder);
  if (runAs.kind === 'same-user') return dataDir;
  await finishMove(dataDir);
  const enter = ['sh', '-c', 'cd "$1"', 'sh', dirname(dataDir)];
  const reachable = (await runCommand([...runAs.prefix, ...enter], spawnIdentity(runAs))).ok;
  const place = reachable ? dataDir : await moveAway(dataDir, systemFolder, log);
  await giveTo(runAs, place);
  return place;
}

async function withoutLinks(folder: string): Promise<string> {
  const isLink = (await lstat(folder).catch(() => null))?.isSymbolicLink();
  const target = isLink ? resolve(dirname(folder), await readlink(folder)) : folder;
  const parent = await realpath(dirname(target)).catch((cause) => {
    throw new OperatorError(
      `${folder} links to ${target}, which no longer exists. Restore it, or remove the link to start with an empty database.`,
      { cause },
    );
  });
  return join(parent, basename(target));
}

const movedFrom = (dataDir: string) => `${dataDir}.moved`;

// A move that was interrupted between its last two steps left the data under the other name.
async function finishMove(dataDir: string): Promise<void> {
  if (await exists(dataDir)) await rm(movedFrom(dataDir), { recursive: true, force: true });
  else if (await exists(movedFrom(dataDir))) await rename(movedFrom(dataDir), dataDir);
}

async function moveAway(dataDir: string, systemFolder: string, log: (line: string) => void): Promise<string> {
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  const home = await mkdtemp(join(systemFolder, 'zeus-'));
  await chmod(home, 0o711);
  const place = join(home, 'data');
  log(`keeping the database in ${place}, where its user can reach it; ${dataDir} links there`);
  const link = `${dataDir}.link`;
  await rm(link, { force: true });
  await symlink(place, link);
  if (await exists(dataDir)) {
    await copyFolder(dataDir, place);
    await rename(dataDir, movedFrom(dataDir));
  }
  await rename(link, dataDir);
  await rm(movedFrom(dataDir), { recursive: true, force: true });
  return place;
}

// Even if the folder itself is already right: an earlier attempt may have been interrupted halfway.
async function giveTo({ uid, gid }: RunAs, dataDir: string): Promise<void> {
  if (uid === undefined || gid === undefined || !(await exists(dataDir))) return;
  const result = await runCommand(['chown', '-R', `${uid}:${gid}`, dataDir]);
  if (!result.ok)
    throw explainFailure(`${dataDir} could not be given to the user of PostgreSQL`, dataDir, result.output);
}

async function copyFolder(from: string, to: string): Promise<void> {
  const growing = `${to}.${process.pid}`;
  const result = await runCommand(['cp', '-a', from, growing], { timeout: 3_600_000 });
  if (!result.ok) {
    await rm(growing, { recursive: true, force: true });
    throw explainFailure(`${from} could not be copied to ${to}`, to, result.output);
  }
  await rename(growing, to);
}

const exists = async (path: string) => (await lstat(path).catch(() => null)) !== null;
