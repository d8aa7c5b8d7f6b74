import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireProcessLock, ProcessLockHeldError } from './process-lock.ts';

const holder = fileURLToPath(new URL('hold-lock-for-test.ts', import.meta.url));
let folder: string;
let file: string;
let children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zeus-lock-'));
  file = join(folder, 'data.lock');
});

afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

async function startHolder() {
  const child = spawn(process.execPath, ['--expose-gc', holder, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [answer] = await once(child.stdout, 'data');
  return { child, answer: String(answer).trim() };
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function refusal(): ProcessLockHeldError {
  try {
    acquireProcessLock(file).release();
  } catch (error) {
    if (error instanceof ProcessLockHeldError) return error;
    throw error;
  }
  throw new Error('the lock was free');
}

test('refuses a lock held by another process with its pid, and frees it when that process is killed', async () => {
  const { child, answer } = await startHolder();
  expect(answer).toBe('held');
  expect(refusal().ownerPid).toBe(child.pid);
  await kill(child);
  acquireProcessLock(file).release();
});

test('refuses a lock held here, both here and elsewhere, until it is released', async () => {
  const lock = acquireProcessLock(file);
  expect(refusal().ownerPid).toBe(process.pid);
  expect((await startHolder()).answer).toBe(`refused ${process.pid}`);
  lock.release();
  lock.release();
  expect(readdirSync(folder)).toEqual(['data.lock']);
  expect((await startHolder()).answer).toBe('held');
});

test('exactly one of many processes gets the lock', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, async () => (await startHolder()).answer));
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith('refused'))).toHaveLength(5);
});

test('what a dead owner wrote does not hold the lock, even with the pid of a living process', () => {
  writeFileSync(file, '');
  writeFileSync(`${file}.pid`, `${process.ppid}\n`);
  acquireProcessLock(file).release();
});

test("an unwritable path is the system's error", () => {
  writeFileSync(join(folder, 'plain-file'), '');
  expect(() => acquireProcessLock(join(folder, 'plain-file', 'data.lock'))).toThrow(/ENOTDIR/);
  expect(() => acquireProcessLock(join(folder, 'missing', 'data.lock'))).toThrow(/ENOENT/);
});
