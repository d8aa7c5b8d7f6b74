// `npm run install-clickhouse`: the ClickHouse server that tests and benchmarks start, extracted from Debian's packages into
// .clickhouse/. Needs apt, but not root: 17 MB to download, 120 MB on disk. Safe to repeat, even concurrently.
import { clickhouseFolder, findClickHouse, unpackedClickHouse } from '../../server/test/clickhouse-place.ts';
import { hasApt } from '../debian/install-packages.ts';
import { unpackPackages, writeStartScript } from '../debian/unpack-packages.ts';
import { withLockedFolder } from '../steps/lock-folder.ts';
import { runCommand } from '../steps/run-command.ts';

/** The path of a server, or why there is none. */
export async function ensureClickHouse(): Promise<{ path: string } | { reason: string }> {
  const path = findClickHouse();
  if (path !== null) return { path };
  if (!hasApt) return { reason: 'this machine has no apt' };
  try {
    await withLockedFolder(clickhouseFolder, async () => {
      if (findClickHouse() === null) await unpack(clickhouseFolder);
    });
    return { path: unpackedClickHouse(clickhouseFolder) };
  } catch (error) {
    return { reason: (error as Error).message };
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

if (import.meta.main) {
  const found = await ensureClickHouse();
  if ('reason' in found) process.exitCode = 1;
  console.log('path' in found ? `ClickHouse: ${found.path}` : `ClickHouse could not be installed: ${found.reason}`);
}
