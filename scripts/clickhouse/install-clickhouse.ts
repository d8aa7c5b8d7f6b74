// `npm run install-clickhouse`: the ClickHouse server that tests and benchmarks start, extracted from Debian's packages into
// .clickhouse/. Needs apt, but not root: 17 MB to download, 120 MB on disk. Safe to repeat, even concurrently.
import { clickhouseFolder, findClickHouse, unpackedClickHouse } from '../../server/test/clickhouse-place.ts';
import { lackOfApt } from '../debian/install-packages.ts';
import { unpackPackages, writeStartScript } from '../debian/unpack-packages.ts';
import { runCommand } from '../steps/run-command.ts';
import { ensureInstalled } from './ensure-installed.ts';

export const ensureClickHouse = () =>
  ensureInstalled({ find: findClickHouse, obstacle: lackOfApt, folder: clickhouseFolder, install });

const install = (folder: string): Promise<void> =>
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
