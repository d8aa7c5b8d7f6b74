// Shared by the tests of this folder: a ready cluster to copy, servers in processes that can be killed, and cleaning up.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { onceInRun } from '../../test/once-in-run.ts';
import type { PostgresAddress } from '../db.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';

export const password = 'a password';
export const isRoot = process.getuid?.() === 0;

const cleanups: (() => unknown)[] = [];

/** Undoes everything the functions below did, last first: call it in afterEach. */
export async function cleanUp(): Promise<void> {
  for (const undo of cleanups.splice(0).reverse()) await undo();
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zeus-pg-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

export async function start(
  options: Partial<EmbeddedPostgresOptions> & { dataDir: string },
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ password, durable: false, log: () => {}, ...options });
  cleanups.push(() => server.stop());
  return server;
}

/** The message a start fails with. */
export async function startFailure(options: Partial<EmbeddedPostgresOptions> & { dataDir: string }): Promise<string> {
  return start(options).then(
    () => 'it started',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

export interface ReadyCluster {
  /** A data folder with a copy of this cluster: copying takes a moment, creating one takes a second. */
  copy(): string;
}

/** Creates a cluster once per test run, however many files ask for it. */
export async function makeCluster(): Promise<ReadyCluster> {
  const original = await onceInRun('cluster', async () => {
    const dataDir = join(inject('runFolder'), 'cluster', 'postgres');
    await (await startEmbeddedPostgres({ dataDir, password, durable: false, log: () => {} })).stop();
    return dataDir;
  });
  return {
    copy() {
      const dataDir = join(temporaryFolder(), 'postgres');
      execFileSync('cp', ['-a', original, dataDir]);
      return dataDir;
    },
  };
}

export interface HoldOptions extends SpawnOptions {
  /** A command to run the process under. */
  before?: string[];
  node?: string;
  program?: string;
}

export interface Held {
  address?: PostgresAddress;
  error?: string;
}

const script = fileURLToPath(new URL('hold-server-for-test.ts', import.meta.url));

/** Starts a process that starts a server; `answer` is the result. */
export function startHolding(options: object, hold: HoldOptions = {}): { child: ChildProcess; answer: Promise<Held> } {
  const { before = [], node = process.execPath, program = script, ...spawnOptions } = hold;
  const [file = node, ...args] = [...before, node, program, JSON.stringify({ password, ...options })];
  const child = spawn(file, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'inherit'] });
  cleanups.push(() => endProcess(child, 'SIGTERM'));
  const line = once(child.stdout as NodeJS.ReadableStream, 'data').then(([data]) => JSON.parse(String(data)) as Held);
  const ended = once(child, 'exit').then(() => ({ error: 'it ended without an answer' }));
  return { child, answer: Promise.race([line, ended]) };
}

/** A running server in its own process; throws what its start failed with. */
export async function holdServer(
  options: object,
  hold: HoldOptions = {},
): Promise<{ child: ChildProcess; address: PostgresAddress }> {
  const { child, answer } = startHolding(options, hold);
  const { address, error } = await answer;
  if (!address) throw new Error(error);
  return { child, address };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Runs one statement on its own connection. */
export async function query(address: PostgresAddress, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(address);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

export const serverPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10);

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}
