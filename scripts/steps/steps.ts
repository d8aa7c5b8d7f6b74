// The steps of `npm run check` and `npm test`: each one runs whatever the others did, reports its time, and is counted. The
// last line of either command is the total.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';
import type { Counts } from './vitest-counts.ts';

export interface Step {
  readonly name: string;
  readonly run: () => Promise<Counts>;
}

export const projectFolder: string = resolve(import.meta.dirname, '../..');

export const checkSteps: Step[] = [
  {
    name: 'format and lint',
    run: () => runProgram('biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']),
  },
  { name: 'arrows', run: () => runProgram('node', ['scripts/check-arrows.ts']) },
  { name: 'browsers', run: () => runProgram('node', ['scripts/check-browsers.ts']) },
  { name: 'openapi', run: () => runProgram('node', ['scripts/check-openapi.ts']) },
  { name: 'types', run: () => runProgram('tsc', ['--noEmit']) },
];

/** A step that is one check: passed or failed. */
export function oneCheck(ok: boolean): Counts {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Runs a program of node_modules/.bin in the project folder, with its output on the screen. */
export async function runProgram(name: string, args: string[], env?: Record<string, string>): Promise<Counts> {
  const program = join(projectFolder, 'node_modules/.bin', name);
  if (!existsSync(program)) {
    console.log(`${program} is missing: run npm ci first.`);
    return oneCheck(false);
  }
  const options = { cwd: projectFolder, show: true, timeoutMs: 60 * 60_000, ...(env && { env }) };
  return oneCheck((await runCommand(program, args, options)).ok);
}

/** Runs all steps, prints the total as the last line and sets the exit code. */
export async function runSteps(steps: Step[]): Promise<void> {
  if (!process.stdout.isTTY) {
    process.env.NO_COLOR = '1';
    delete process.env.FORCE_COLOR;
  }
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const counts = await runStep(step);
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
  }
  if (sum.failed > 0) process.exitCode = 1;
  if (sum.skipped > 0) console.log(`\n${sum.skipped} skipped: this machine does not allow what they need.`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
}

async function runStep({ name, run }: Step): Promise<Counts> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const counts = await run().catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : error);
    return oneCheck(false);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`── ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return counts;
}
