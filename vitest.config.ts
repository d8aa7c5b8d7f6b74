import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/steps/longest-first.ts';
import { findTestsOfKind } from './scripts/steps/test-files.ts';
import { thriftyNode } from './server/test/thrifty-node.ts';

// A generous limit costs nothing when tests pass, and a test must pass while other programs keep every core busy.
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
// A process runs many files and gets larger with each. With room for old objects from the start, it looks less often for garbage among
// them: in the same minutes, the unit and web tests took 4 % less CPU time, 33 files with databases 1 to 5 %.
const common = { ...timeouts, execArgv: [...thriftyNode, '--initial-old-space-size=500'] };

// Node runs our TypeScript itself, so only the web app needs Vite's transformation. The cache keeps what Node has compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled-tests');
const nativeImports = { experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    // A process that ends writes what it has compiled, and a disk may be slow.
    teardownTimeout: 60_000,
    // Five for two cores: most tests wait for a process, the database or a browser half of their time. With four, both cores were idle for
    // 5 to 10 % of a run; with five, for 3 %.
    maxWorkers: Math.min(Math.ceil(availableParallelism() * 2.5), 8),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Tests that change their process, each in one of its own.
        test: {
          name: 'alone',
          ...nativeImports,
          include: findTestsOfKind('alone'),
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/strict-console.ts'],
          ...common,
        },
      },
      {
        // Databases, processes, browsers, the practice web. Loading the server once for many files saves a second each.
        test: {
          name: 'system',
          ...nativeImports,
          include: findTestsOfKind('system'),
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/strict-console.ts'],
          isolate: false,
          ...common,
        },
      },
      {
        test: {
          name: 'unit',
          ...nativeImports,
          include: findTestsOfKind('unit'),
          setupFiles: ['server/test/strict-console.ts', 'server/test/seeded.ts'],
          isolate: false,
          ...common,
        },
      },
      {
        // The one for browsers, as the build takes it; Node would take the one for servers.
        resolve: { alias: { '@honeybadger-io/js': '@honeybadger-io/js/dist/browser/honeybadger.js' } },
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/test/without-owner-stacks.ts', 'web/test/setup.ts', 'server/test/seeded.ts'],
          isolate: false,
          ...common,
        },
      },
      {
        test: {
          name: 'e2e',
          ...nativeImports,
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts', 'e2e/global-setup.ts'],
          isolate: false,
          ...common,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
