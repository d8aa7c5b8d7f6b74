import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries, linkLibraries } from './binaries.ts';
import { runCommand } from './run-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zeus-binaries-'));
  mkdirSync(join(folder, 'native/lib'), { recursive: true });
  writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), 'library');
  const links = ['libpq.so.5', 'libpq.so'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates missing links, any number of times', () => {
  linkLibraries(join(folder, 'native'));
  linkLibraries(join(folder, 'native'));
  expect(readFileSync(join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('library');
  expect(readlinkSync(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18');
});

test('reports links that cannot be created', () => {
  rmSync(join(folder, 'native/lib'), { recursive: true });
  expect(() => linkLibraries(join(folder, 'native'))).toThrow(
    /libpq\.so\.5 is missing and could not be created\. Run "npm ci"/,
  );
});

test('finds and runs the programs of this machine', async () => {
  const { postgres, initdb, build } = findBinaries();
  expect((await runCommand([postgres, '--version'])).output).toMatch(/^postgres \(PostgreSQL\) 18\./);
  expect((await runCommand([initdb, '--version'])).ok).toBe(true);
  expect(build).toMatch(/^18\./);
});
