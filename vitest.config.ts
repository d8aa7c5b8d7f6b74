import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Many tests wait for a clock, a process or the database: a second worker pays even on two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'shared/**/*.test.ts',
            'scripts/**/*.test.ts',
            'db/**/*.test.ts',
            'practice/**/*.test.ts',
          ],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/strict-console.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The one for browsers, as the build takes it; Node would take the one for servers.
        resolve: { alias: { '@honeybadger-io/js': '@honeybadger-io/js/dist/browser/honeybadger.js' } },
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/test/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // Two cores: a second browser at the same time makes both slow.
          fileParallelism: false,
          // After all others: stories share one Zeus and are timed by a browser, so they get the machine to themselves.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
