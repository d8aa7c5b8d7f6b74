// `npm test`: everything. Format, lint, arrows, supported browsers, types, a browser, then all of Vitest (unit, integration, end to end).
// Arguments are passed on to Vitest: `npm test -- server/platform`. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSteps, oneCheck, projectFolder, runProgram, runSteps, type Step } from './steps/steps.ts';
import type { Counts } from './steps/vitest-counts.ts';

const browser: Step = {
  name: 'browser',
  async run() {
    const { describeBrowser, ensureBrowser } = await import('./browser/install-browser.ts');
    const found = await ensureBrowser();
    if (found !== null) console.log(describeBrowser(found));
    return oneCheck(found !== null);
  },
};

const tests: Step = {
  name: 'tests',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'zeus-test-counts-'));
    const file = join(folder, 'counts.json');
    try {
      const reporters = ['--reporter=default', '--reporter=./scripts/steps/vitest-counts.ts'];
      const env = { VITEST_COUNTS_FILE: file };
      const ended = await runProgram('vitest', ['run', ...reporters, ...process.argv.slice(2)], env);
      return judge(await readCounts(file), ended.failed === 0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function readCounts(file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":0,"skipped":0}');
  return JSON.parse(text) as Counts;
}

// Vitest may also fail without any test failing, and a run in which nothing ran has shown nothing.
function judge(counts: Counts, vitestIsContent: boolean): Counts {
  if (counts.failed > 0) return counts;
  if (!vitestIsContent) console.log('Vitest ended with an error that belongs to no test.');
  if (counts.passed === 0) console.log('No test ran.');
  return { ...counts, failed: vitestIsContent && counts.passed > 0 ? 0 : 1 };
}

// npm puts the pinned Node first in the path; called without npm, this may be another one.
if (Number.parseInt(process.versions.node, 10) < 24) {
  const node = join(projectFolder, 'node_modules/.bin/node');
  process.exitCode = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
} else {
  await runSteps([...checkSteps, browser, tests]);
}
