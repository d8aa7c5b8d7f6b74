// `npm run install-clickhouse`: the ClickHouse server that tests and benchmarks start, extracted from Debian's packages into
// .clickhouse/. Needs apt, but not root: 17 MB to download, 120 MB on disk. Safe to repeat, even concurrently.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { acquireProcessLock, ProcessLockHeldError } from '../../server/platform/files/process-lock.ts';
import { clickhouseFolder, findClickHouse, unpackedClickHouse } from '../../server/test/clickhouse-place.ts';
import { hasApt } from '../debian/install-packages.ts';
import { unpackPackages, writeStartScript } from '../debian/unpack-packages.ts';
import { runCommand } from '../steps/run-command.ts';

/** The path of a server, or why there is none. */
export async function ensureClickHouse(): Promise<{ path: string } | { reason: string }> {
  const path = findClickHouse();
  if (path !== null) return { path };
  if (!hasApt) return { reason: 'this machine has no apt' };
  try {
    await installInto(clickhouseFolder);
    return { path: unpackedClickHouse(clickhouseFolder) };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

async function installInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  const lock = await lockFolder(folder);
  try {
    if (findClickHouse() === null) await unpack(folder);
  } finally {
    lock.release();
  }
}

const unpack = (folder: string): Promise<void> =>
  unpackPackages({
    folder,
    packages: ['clickhouse-server'],
    always: /^clickhouse-/,
    addStart: (debian, libraries) =>
      writeStartScript(debian, { name: 'clickhouse-server', program: 'usr/sbin/clickhouse-server', libraries }),
    starts: async (place) => {
      const { output } = await runCommand(unpackedClickHouse(place), ['--version'], { timeoutMs: 60_000 });
      // Version 18 starts, but doesn't know the option.
      return /ClickHouse|Unknown option/.test(output);
    },
  });

async function lockFolder(folder: string) {
  const end = Date.now() + 15 * 60_000;
  for (;;) {
    try {
      return acquireProcessLock(join(folder, 'install.lock'));
    } catch (error) {
      if (!(error instanceof ProcessLockHeldError) || Date.now() > end) throw error;
      await wait(200);
    }
  }
}

if (import.meta.main) {
  const found = await ensureClickHouse();
  if ('reason' in found) process.exitCode = 1;
  console.log('path' in found ? `ClickHouse: ${found.path}` : `ClickHouse could not be installed: ${found.reason}`);
}
