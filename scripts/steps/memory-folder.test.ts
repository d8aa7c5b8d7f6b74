import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryFolder } from './memory-folder.ts';

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'zeus-memory-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

test('is not used when memory is short or the file system is missing', () => {
  const root = newRoot();
  expect(createMemoryFolder(root, 2 ** 30)).toBeUndefined();
  expect(createMemoryFolder(join(root, 'missing'), 2 ** 40)).toBeUndefined();
});

test('removes what a killed run left, but not what another run uses', () => {
  const root = newRoot();
  // Linux never assigns a pid above 2^22.
  const names = [`zeus-tests-${2 ** 22 + 1}`, `zeus-tests-${process.ppid}`, 'of-another-program'];
  for (const name of names) mkdirSync(join(root, name));
  createMemoryFolder(root, 2 ** 40);
  // A small disk offers no folder, and then nothing is removed.
  const isUsed = existsSync(join(root, `zeus-tests-${process.pid}`));
  expect(names.map((name) => existsSync(join(root, name)))).toEqual([!isUsed, true, true]);
});
