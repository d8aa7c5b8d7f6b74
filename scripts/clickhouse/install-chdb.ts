// Installs the library of npm's `chdb` into .clickhouse/: a current ClickHouse that runs in the process of a test. It is not a dependency,
// because it takes 167 MB to download and 560 MB on disk, and there is none for arm64. Safe to repeat, even concurrently.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chdbFolder, chdbIn, clickhouseFolder, findChdb } from '../../server/test/clickhouse-place.ts';
import { mustRun } from '../steps/run-command.ts';
import { ensureInstalled } from './ensure-installed.ts';

/** ClickHouse 26.5. */
const library = {
  ...{ name: '@chdb/lib-linux-x64-gnu', version: '26.5.3' },
  integrity: 'sha512-fPrLmRt5Moor9yGz4mazbrNje4t7X9KB2mTGkXFWRxRBs2iKy8yh6jx11xsa0Qr3iDFMU/yHqd+bVdYJXu3QaQ==',
};

const limit = { timeoutMs: 600_000 };
const machine = `${process.platform} ${process.arch}`;
const obstacle = machine === 'linux x64' ? null : `npm has none for ${machine}`;

export const ensureChdb = () => ensureInstalled({ find: findChdb, obstacle, folder: clickhouseFolder, install });

async function install(): Promise<void> {
  const work = `${chdbFolder}-installing`;
  await rm(work, { recursive: true, force: true });
  try {
    await download(work);
    await mustRun(process.execPath, [join(import.meta.dirname, 'try-chdb.ts'), chdbIn(work)], limit);
    await rename(work, chdbFolder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Throws if the package is not the pinned one. */
async function download(folder: string): Promise<void> {
  const { name, version, integrity } = library;
  const packed = join(folder, 'packed');
  await mkdir(packed, { recursive: true });
  await mustRun('npm', ['pack', '--silent', '--pack-destination', packed, `${name}@${version}`], limit);
  const archive = join(packed, (await readdir(packed))[0] ?? '');
  const digest = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`the registry's ${name}@${version} is not the pinned one`);
  await mustRun('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], limit);
  await rm(packed, { recursive: true });
}
