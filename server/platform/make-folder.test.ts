import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'zeus-folder-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('makes a folder with all above it, private, and accepts one that is there', async () => {
  const folder = join(home, 'a', 'b', 'c');
  await makeFolder(folder);
  await makeFolder(folder);
  expect(statSync(join(home, 'a')).mode & 0o777).toBe(0o700);
  symlinkSync(folder, join(home, 'link'));
  await makeFolder(join(home, 'link'));
});

test('fails where no folder can be', async () => {
  writeFileSync(join(home, 'file'), '');
  await expect(makeFolder(join(home, 'file'))).rejects.toThrow(/EEXIST/);
  await expect(makeFolder(join(home, 'file', 'a', 'b'))).rejects.toThrow(/ENOTDIR/);
  symlinkSync(join(home, 'nowhere', 'at', 'all'), join(home, 'broken'));
  await expect(makeFolder(join(home, 'broken', 'a'))).rejects.toThrow(/EEXIST|ENOENT/);
});

test.runIf(process.platform === 'linux')('fails, and does not hang, under /proc', async () => {
  await expect(makeFolder('/proc/zeus/a')).rejects.toThrow(/ENOENT/);
});
