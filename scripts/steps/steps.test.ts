import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { projectFolder } from './steps.ts';

const timeoutMs = 100_000;

async function runStepsOf(steps: string) {
  const module = pathToFileURL(join(projectFolder, 'scripts/steps/steps.ts')).href;
  const code = `import { runSteps, oneCheck, runProgram } from '${module}'; await runSteps([${steps}]);`;
  const result = await runCommand(process.execPath, ['--input-type=module', '-e', code], { timeoutMs });
  return { ...result, lastLine: result.output.trimEnd().split('\n').at(-1) };
}

test('every step runs, the total is the last line, one failure fails all', async () => {
  const result = await runStepsOf(`
    { name: 'one', run: async () => oneCheck(false) },
    { name: 'two', run: async () => { throw new Error('two is broken'); } },
    { name: 'three', run: async () => ({ passed: 5, failed: 0, skipped: 2 }) }`);
  expect(result.ok).toBe(false);
  expect(result.output).toContain('two is broken');
  expect(result.output).toMatch(/three: passed in \d+\.\d s/);
  expect(result.output).toMatch(/^2 skipped/m);
  expect(result.lastLine).toBe('5 passed, 2 failed');
});

test('checks and installations run first, and are printed as a whole when they end', async () => {
  const result = await runStepsOf(`
    { name: 'loud', run: async () => oneCheck(true) },
    { name: 'one', kind: 'check', run: async () => ({ ...oneCheck(false), output: 'found by one' }) },
    { name: 'two', kind: 'install', run: async () => ({ ...oneCheck(true), output: '' }) }`);
  expect(result.output).toMatch(/── one\nfound by one\n── one: FAILED in/);
  expect(result.output).toMatch(/── two\n── two: passed in[\s\S]*── loud\n── loud: passed in/);
  expect(result).toMatchObject({ ok: false, lastLine: '2 passed, 1 failed' });
});

test('succeeds when all pass, without mentioning skipped ones', async () => {
  const result = await runStepsOf(`{ name: 'one', run: async () => oneCheck(true) }`);
  expect(result).toMatchObject({ ok: true, lastLine: '1 passed, 0 failed' });
});

test('a missing program is a failed step', async () => {
  const result = await runStepsOf(`{ name: 'absent', run: () => runProgram('absent-program', []) }`);
  expect(result.output).toMatch(/absent-program is missing: run npm ci first/);
  expect(result).toMatchObject({ ok: false, lastLine: '0 passed, 1 failed' });
});

test('failures outside a test are counted too', { timeout: timeoutMs }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-counts-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(folder, 'tests.test.js'),
    `import { beforeAll, describe, expect, test } from 'vitest';
     test('good', () => {});
     test.skip('skipped', () => {});
     test('bad', () => expect(1).toBe(2));
     test('stray', () => { Promise.reject(new Error('nobody waits for this')); });
     describe('broken hook', () => { beforeAll(() => { throw new Error('hook'); }); test('not reached', () => {}); });`,
  );
  await writeFile(join(folder, 'broken.test.js'), "throw new Error('does not load');");
  const file = join(folder, 'counts.json');
  const reporter = join(projectFolder, 'scripts/steps/vitest-counts.ts');
  const vitest = join(projectFolder, 'node_modules/.bin/vitest');
  const env = { VITEST_COUNTS_FILE: file };
  const run = await runCommand(vitest, ['run', `--reporter=${reporter}`], { timeoutMs, cwd: folder, env });
  expect(run.ok).toBe(false);
  const counts: unknown = JSON.parse(await readFile(file, 'utf8'));
  // good and stray; bad, the stray rejection, the hook, the file; skipped and not reached
  expect(counts).toEqual({ passed: 2, failed: 4, skipped: 2 });
});
