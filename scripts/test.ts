// `npm test`: everything. Format, lint, imports and writes, supported browsers, types, a browser, ClickHouse, ZooKeeper, chdb, then all of
// Vitest (unit, integration, end to end).
// Arguments are passed on to Vitest: `npm test -- server/platform`. The last line is `N passed, N failed`.
// `npm run test:quick`: types and the tests that need no database, no browser and no process.
// `npm run test:long`: the randomized tests, with more runs and another seed each time.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkSteps, oneCheck, projectFolder, runSteps, type Step } from './steps/steps.ts';
import { vitestStep } from './steps/vitest-step.ts';

const browser: Step = {
  name: 'browser',
  kind: 'install',
  async run() {
    const { describeBrowser, ensureBrowser } = await import('./browser/install-browser.ts');
    const found = await ensureBrowser();
    return { ...oneCheck(found !== null), ...(found && { output: describeBrowser(found) }) };
  },
};

/** What a machine may lack: its tests are skipped then, and this says why. */
const optional = (program: string, ensure: () => Promise<{ path: string } | { reason: string }>): Step => ({
  name: program.toLowerCase(),
  kind: 'install',
  async run() {
    const found = await ensure();
    const isThere = 'path' in found;
    const result = isThere ? found.path : `not available, its tests are skipped: ${found.reason}`;
    const counts = isThere ? oneCheck(true) : { passed: 0, failed: 0, skipped: 1 };
    return { ...counts, output: `${program}: ${result}` };
  },
});

const clickhouse = optional('ClickHouse', async () =>
  (await import('./clickhouse/install-clickhouse.ts')).ensureClickHouse(),
);
const zookeeper = optional('ZooKeeper', async () =>
  (await import('./clickhouse/install-zookeeper.ts')).ensureZooKeeper(),
);
const chdb = optional('chdb', async () => (await import('./clickhouse/install-chdb.ts')).ensureChdb());

async function stepsOf(args: readonly string[]): Promise<Step[]> {
  const [first, ...rest] = args;
  if (first === '--quick') {
    const types = checkSteps.filter(({ name }) => name === 'types');
    return [...types, vitestStep(['--project', 'unit', '--project', 'web', ...rest])];
  }
  if (first === '--long') {
    const { findLongTests } = await import('./steps/test-files.ts');
    return [vitestStep(rest.length > 0 ? rest : findLongTests(), { TEST_LONG: '1' })];
  }
  return [...checkSteps, browser, clickhouse, zookeeper, chdb, vitestStep(args)];
}

// npm puts the pinned Node first in the path; called without npm, this may be another one.
if (Number.parseInt(process.versions.node, 10) < 24) {
  const node = join(projectFolder, 'node_modules/.bin/node');
  process.exitCode = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
} else {
  await runSteps(await stepsOf(process.argv.slice(2)));
}
