import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'zeus-folder-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('creates a private folder with its parents, and accepts an existing one', () => {
  const folder = join(home, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(join(home, 'a')).mode & 0o777).toBe(0o700);
  symlinkSync(folder, join(home, 'link'));
  makeFolder(join(home, 'link'));
});

test('fails where no folder can exist', () => {
  writeFileSync(join(home, 'file'), '');
  expect(() => makeFolder(join(home, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(home, 'file', 'a', 'b'))).toThrow(/ENOTDIR/);
  symlinkSync(join(home, 'nowhere', 'at', 'all'), join(home, 'broken'));
  expect(() => makeFolder(join(home, 'broken', 'a'))).toThrow(/EEXIST|ENOENT/);
});

test.runIf(process.platform === 'linux')('fails, and does not hang, under /proc', () => {
  expect(() => makeFolder('/proc/zeus/a')).toThrow(/ENOENT/);
});
