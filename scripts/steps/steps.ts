// The steps of `npm run check` and `npm test`: each one runs whatever the others did, reports its time, and is counted. The
// last line of either command is the total.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';
import type { Counts } from './vitest-counts.ts';

export interface Step {
  readonly name: string;
  readonly run: () => Promise<Counts & { output?: string }>;
  /**
   * Such a step runs before those without a kind and returns its output instead of printing it: checks on every core, and
   * installations, which mostly wait for the network, one after the other beside them.
   */
  readonly kind?: 'check' | 'install';
}

export const projectFolder: string = resolve(import.meta.dirname, '../..');
const timeoutMs = 60 * 60_000;

// Each of the compiler's checkers repeats what they have in common: one takes 17 s of CPU time, the usual four take 28 s.
const checkers = availableParallelism() > 4 ? '4' : '1';
// What hasn't changed since the last check is not checked again: 4 s instead of 21 s if nothing has, and 2 s more the first time.
const lastTypes = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];

/** The longest first. */
export const checkSteps: Step[] = [
  checkStep('types', 'tsc', ['--noEmit', '--checkers', checkers, ...lastTypes]),
  checkStep('browsers', 'node', ['scripts/check-browsers.ts']),
  checkStep('format and lint', 'biome', ['ci', '--colors=off', '.']),
  checkStep('openapi', 'node', ['scripts/check-openapi.ts']),
  checkStep('imports and writes', 'node', ['scripts/check-arrows.ts']),
];

function checkStep(name: string, program: string, args: string[]): Step {
  return {
    name,
    kind: 'check',
    async run() {
      const { ok, output } = await runCommand(pathOf(program), args, { cwd: projectFolder, timeoutMs });
      return { ...oneCheck(ok), output };
    },
  };
}

/** A step that is one check: passed or failed. */
export function oneCheck(ok: boolean): Counts {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Runs a program of node_modules/.bin in the project folder, with its output on the screen. */
export async function runProgram(name: string, args: string[], env?: Record<string, string>): Promise<Counts> {
  const options = { cwd: projectFolder, show: true, timeoutMs, ...(env && { env }) };
  return oneCheck((await runCommand(pathOf(name), args, options)).ok);
}

function pathOf(program: string): string {
  const path = join(projectFolder, 'node_modules/.bin', program);
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm ci first.`);
  return path;
}

/** Runs all steps, prints the total as the last line and sets the exit code. */
export async function runSteps(steps: Step[]): Promise<void> {
  if (!process.stdout.isTTY) {
    process.env.NO_COLOR = '1';
    delete process.env.FORCE_COLOR;
  }
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  const runInTurn = async (waiting: Step[]) => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const counts = await runStep(step);
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      sum.skipped += counts.skipped;
    }
  };
  const ofKind = (wanted: Step['kind']) => steps.filter(({ kind }) => kind === wanted);
  const checks = ofKind('check');
  const onEveryCore = Array.from({ length: availableParallelism() }, () => runInTurn(checks));
  await Promise.all([...onEveryCore, runInTurn(ofKind('install'))]);
  await runInTurn(ofKind(undefined));
  if (sum.failed > 0) process.exitCode = 1;
  if (sum.skipped > 0) console.log(`\n${sum.skipped} skipped: this machine does not allow what they need.`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
}

async function runStep({ name, run, kind }: Step): Promise<Counts> {
  if (kind === undefined) console.log(`\n── ${name}`);
  const start = performance.now();
  const { output, ...counts } = await run().catch((error: unknown) => ({
    ...oneCheck(false),
    output: error instanceof Error ? error.message : String(error),
  }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (kind !== undefined) console.log(`\n── ${name}`);
  if (output) console.log(output.trimEnd());
  console.log(`── ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return counts;
}
