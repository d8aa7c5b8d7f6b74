// A full or read-only disk, simulated on small file systems that exist only for the test process.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp, startHolding, temporaryFolder } from './test-server.ts';

afterEach(cleanUp);

const mayMount = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;

/** Runs the start with `folder` on its own file system. */
async function startOn(mount: string, prepare = 'true') {
  const folder = temporaryFolder();
  const shell = `mount ${mount} tmpfs "$0" && ${prepare} && exec "$@"`;
  const { answer } = startHolding(
    { dataDir: join(folder, 'postgres') },
    { before: ['unshare', '--mount', 'sh', '-c', shell, folder] },
  );
  return (await answer).error;
}

describe.skipIf(!mayMount)('a disk (needs the right to mount)', () => {
  test('that fills up while the database is created', async () => {
    expect(await startOn('-t tmpfs -o size=20m')).toMatch(/^The disk that holds .*postgres is full\. Free some space/);
  });

  test('that is full from the beginning', async () => {
    const fill = 'dd if=/dev/zero of="$0/fill" bs=64k 2>/dev/null; true';
    expect(await startOn('-t tmpfs -o size=1m', `{ ${fill}; }`)).toMatch(
      /^The disk that holds .*postgres is full\. Free some space/,
    );
  });

  test('that is read-only', async () => {
    expect(await startOn('-t tmpfs -o ro')).toMatch(
      /postgres is on a read-only file system\. Make it writable, or set ZEUS_HOME/,
    );
  });
});
