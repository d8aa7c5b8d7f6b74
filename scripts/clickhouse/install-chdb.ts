// Installs npm's `chdb` into .clickhouse/: a current ClickHouse that runs in the process of a test. It is not a dependency, because it
// takes 167 MB to download and 560 MB on disk, and there is none for arm64. Safe to repeat, even concurrently.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chdbFolder, chdbIn, clickhouseFolder, findChdb } from '../../server/test/clickhouse-place.ts';
import { withLockedFolder } from '../steps/lock-folder.ts';
import { reasonIn, runCommand } from '../steps/run-command.ts';

interface Package {
  name: string;
  version: string;
  integrity: string;
}

// ClickHouse 26.5, and the functions to call it. chdb's other dependencies are not needed for them.
const packages: readonly Package[] = [
  {
    ...{ name: 'chdb', version: '3.2.0' },
    integrity: 'sha512-tetwf4QQmAaIxcOFEp6CJ7/xxzlJyjMTV8gWFPq8AfJv8I9kcoO1aMdPzDWheUB7n0J5AcI01vnTiUyQ/oO29A==',
  },
  {
    ...{ name: '@chdb/lib-linux-x64-gnu', version: '26.5.3' },
    integrity: 'sha512-fPrLmRt5Moor9yGz4mazbrNje4t7X9KB2mTGkXFWRxRBs2iKy8yh6jx11xsa0Qr3iDFMU/yHqd+bVdYJXu3QaQ==',
  },
];

/** The path of chdb, or why there is none. */
export async function ensureChdb(
  machine = `${process.platform} ${process.arch}`,
): Promise<{ path: string } | { reason: string }> {
  const path = findChdb();
  if (path !== null) return { path };
  if (machine !== 'linux x64') return { reason: `npm has none for ${machine}` };
  if (!hasCurrentLibraries()) return { reason: 'this system is older than what chdb was built for' };
  try {
    await withLockedFolder(clickhouseFolder, async () => {
      if (findChdb() === null) await install();
    });
    return { path: chdbIn(chdbFolder) };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/**
 * chdb needs the C++ library of GCC 13. Systems with glibc 2.38 have one; on others, such as Debian 12, the download would be in
 * vain.
 */
function hasCurrentLibraries(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const [major = 0, minor = 0] = (header.glibcVersionRuntime ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 38);
}

async function install(): Promise<void> {
  const work = `${chdbFolder}-installing`;
  await rm(work, { recursive: true, force: true });
  try {
    for (const one of packages) await extract(one, work);
    const load = `require(${JSON.stringify(chdbIn(work))}).query('select 1')`;
    await mustRun(process.execPath, ['-e', load]);
    await rename(work, chdbFolder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Throws if the package is not the pinned one. */
async function extract({ name, version, integrity }: Package, folder: string): Promise<void> {
  const [packed, unpacked] = [join(folder, 'packed'), join(folder, 'node_modules', name)];
  for (const one of [packed, unpacked]) await mkdir(one, { recursive: true });
  await mustRun('npm', ['pack', '--silent', '--pack-destination', packed, `${name}@${version}`]);
  const archive = join(packed, (await readdir(packed))[0] ?? '');
  const digest = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`the registry's ${name}@${version} is not the pinned one`);
  await mustRun('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
  await rm(packed, { recursive: true });
}

async function mustRun(command: string, args: string[]): Promise<void> {
  const { ok, output } = await runCommand(command, args, { timeoutMs: 600_000 });
  if (!ok) throw new Error(reasonIn(output));
}
