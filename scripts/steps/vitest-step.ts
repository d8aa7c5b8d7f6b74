// Vitest as a step: its tests are counted one by one.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryFolder } from './memory-folder.ts';
import { runProgram, type Step } from './steps.ts';
import type { Counts } from './vitest-counts.ts';

/** Runs Vitest with these arguments; `env` is added to ours. */
export function vitestStep(args: readonly string[], env: Record<string, string> = {}): Step {
  return {
    name: 'tests',
    async run() {
      const folder = await mkdtemp(join(tmpdir(), 'zeus-test-counts-'));
      const file = join(folder, 'counts.json');
      const memory = createMemoryFolder();
      try {
        const reporters = ['--reporter=default', '--reporter=./scripts/steps/vitest-counts.ts'];
        const settings = { ...env, VITEST_COUNTS_FILE: file, ...(memory !== undefined && { TMPDIR: memory }) };
        const ended = await runProgram('vitest', ['run', ...reporters, ...args], settings);
        return judge(await readCounts(file), ended.failed === 0);
      } finally {
        await rm(folder, { recursive: true, force: true });
        if (memory !== undefined) await rm(memory, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

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
