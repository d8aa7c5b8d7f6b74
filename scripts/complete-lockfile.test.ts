import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Lockfile, lockfilePath, missingOptional } from './complete-lockfile.ts';

test('package-lock.json contains the packages of every system; otherwise npm ci refuses it: run scripts/complete-lockfile.ts', () => {
  const lockfile = JSON.parse(readFileSync(lockfilePath, 'utf8')) as Lockfile;
  expect(Object.keys(missingOptional(lockfile))).toEqual([]);
});

test('adds a missing package for another system according to its name', () => {
  const optionalDependencies = { '@a/b-linux-arm64-musl': '1.0.0', '@a/b-win32-x64-msvc': '1.0.0', '@a/here': '1.0.0' };
  const packages = {
    'node_modules/b': { dev: true, optionalDependencies },
    'node_modules/@a/here': { version: '1.0.0' },
  };
  expect(missingOptional({ packages })).toEqual({
    'node_modules/@a/b-linux-arm64-musl': {
      version: '1.0.0',
      cpu: ['arm64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      optional: true,
    },
    'node_modules/@a/b-win32-x64-msvc': { version: '1.0.0', cpu: ['x64'], os: ['win32'], dev: true, optional: true },
  });
});
