// Gets Debian packages without root: apt downloads them (with its own lists, signatures checked) and dpkg-deb extracts them into a
// folder, with the libraries they need. Touches nothing outside the folder.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { mustRun, reasonIn, runCommand } from '../steps/run-command.ts';
import { aptLimits } from './install-packages.ts';

// Which packages come with those named. 'missing' relies on the machine's libraries; 'all' takes everything except the C library; 'none'
// takes nothing else.
type Closure = 'missing' | 'all' | 'none';

export interface Unpacking {
  /** Gets the result as `debian/`, with the packages' files in `debian/root/`. */
  folder: string;
  packages: readonly string[];
  /** The names of packages that are downloaded even if the machine has them: they may be broken or removed. */
  always?: RegExp;
  /** Adds what the program needs to start; `libraries` are folders within `root`. */
  addStart(debian: string, libraries: readonly string[]): Promise<void>;
  /** Whether the program in this folder starts. */
  starts(folder: string): Promise<boolean>;
}

const plainTexts = { LC_ALL: 'C' };
const archives = 'apt/cache/archives';

// The C library must be the machine's own, matching its loader; the others contain no library.
const neverUnpacked = /^(libc6|libc-bin|base-files|base-passwd|dpkg|debconf)_/;

/** Throws with the reason if the packages can't be had or their program does not start. */
export async function unpackPackages(
  unpacking: Unpacking,
  closures: readonly Closure[] = ['missing', 'all'],
): Promise<void> {
  const { folder } = unpacking;
  await removeLeftovers(folder);
  const work = join(folder, `unpacking-${process.pid}`);
  try {
    const options = await aptWithOwnLists(join(work, 'apt'));
    const lists = await runCommand('apt-get', [...options, 'update'], { timeoutMs: 180_000, env: plainTexts });
    const failures: string[] = [];
    for (const closure of closures) {
      const failure = await tryClosure(unpacking, { work, options, closure }).catch((error: Error) => error);
      if (failure === undefined) return await putInPlace(work, folder);
      failures.push(failure.message);
    }
    throw new Error(reasonIn([lists.output, ...failures].join('\n')));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('unpacking-')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function tryClosure(
  { packages, always, addStart, starts }: Unpacking,
  { work, options, closure }: { work: string; options: string[]; closure: Closure },
): Promise<void> {
  await writeFile(join(work, 'apt/status'), closure === 'missing' ? await statusWithout(always) : '');
  const wanted = closure === 'none' ? ['download'] : ['install', '-y', '--no-install-recommends', '--download-only'];
  const into = { timeoutMs: 600_000, cwd: join(work, archives), env: plainTexts };
  await mustRun('apt-get', [...options, ...wanted, ...packages], into);
  await unpack(work);
  await addStart(join(work, 'debian'), await libraryFolders(join(work, 'debian/root')));
  if (!(await starts(work))) throw new Error(`the unpacked program does not start (${closure} libraries unpacked)`);
}

async function putInPlace(work: string, folder: string): Promise<void> {
  await rm(join(folder, 'debian'), { recursive: true, force: true });
  await rename(join(work, 'debian'), join(folder, 'debian'));
}

async function aptWithOwnLists(apt: string): Promise<string[]> {
  await mkdir(join(apt, 'state/lists/partial'), { recursive: true });
  await mkdir(join(apt, 'cache/archives/partial'), { recursive: true });
  await writeFile(join(apt, 'status'), '');
  const settings = {
    'Dir::State': join(apt, 'state'),
    'Dir::State::status': join(apt, 'status'),
    'Dir::Cache': join(apt, 'cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
  };
  return ['-q', ...aptLimits, ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/** The machine's package list without these packages. */
async function statusWithout(packages = /^$/): Promise<string> {
  const status = await readFile('/var/lib/dpkg/status', 'utf8').catch(() => '');
  return status
    .split('\n\n')
    .filter((stanza) => !packages.test(/^Package: (.*)$/m.exec(stanza)?.[1] ?? ''))
    .join('\n\n');
}

async function unpack(work: string): Promise<void> {
  const root = join(work, 'debian/root');
  await mkdir(root, { recursive: true });
  const from = join(work, archives);
  const packages = (await readdir(from)).filter((name) => name.endsWith('.deb') && !neverUnpacked.test(name));
  if (packages.length === 0) throw new Error('apt-get downloaded no package');
  const limits = { timeoutMs: 120_000, env: plainTexts };
  for (const name of packages) await mustRun('dpkg-deb', ['-x', join(from, name), root], limits);
  for (const unread of ['doc', 'man', 'locale', 'lintian', 'info']) {
    await rm(join(root, 'usr/share', unread), { recursive: true, force: true });
  }
  await keepLinksWithin(root);
}

/** Links such as Java's to /etc lead to the unpacked files, if there are any. */
async function keepLinksWithin(root: string): Promise<void> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    const target = await readlink(link);
    if (!isAbsolute(target) || !existsSync(join(root, target))) continue;
    await rm(link);
    await symlink(relative(entry.parentPath, join(root, target)), link);
  }
}

// lib/<triplet> and usr/lib/<triplet>, and subfolders with libraries (pulseaudio).
async function libraryFolders(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const base of ['usr/lib', 'lib']) {
    const triplets = (await foldersIn(join(root, base))).filter((name) => name.includes('-linux-gnu'));
    for (const triplet of triplets) {
      found.push(`${base}/${triplet}`);
      for (const inner of await foldersIn(join(root, base, triplet))) {
        const files = await readdir(join(root, base, triplet, inner));
        if (files.some((file) => /^lib.+\.so/.test(file))) found.push(`${base}/${triplet}/${inner}`);
      }
    }
  }
  return found;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** A start script that points a program within `debian/root` at its libraries. `more`: further lines before the start. */
export async function writeStartScript(
  debian: string,
  {
    name,
    program,
    libraries,
    more = '',
  }: { name: string; program: string; libraries: readonly string[]; more?: string },
): Promise<void> {
  const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="${libraries.map((path) => `$here/root/${path}`).join(':')}"
${more}exec "$here/root/${program}" "$@"
`;
  await writeFile(join(debian, name), script, { mode: 0o755 });
}
