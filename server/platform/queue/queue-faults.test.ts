// What must not lose a job: a worker killed in the middle, a cut connection, an unavailable database.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bareEnv } from '../../test/bare-env.ts';
import { createTestDatabase } from '../../test/database.ts';
import { startOwnDatabase } from '../../test/own-database.ts';
import { mortalJob } from '../../test/queue-worker.ts';
import { untilAborted } from '../../test/until-aborted.ts';
import { type Database, openDatabase } from '../db.ts';
import { openQueue, type Queue } from '../queue.ts';
import type { JobHandler } from './job.ts';
import type { JobEvent } from './run-job.ts';

type Payload = { n: number };
/** A dead worker's job is taken over in under 30 s. */
const takeover = { timeout: 30_000, interval: 50 };
const soon = { timeout: 30_000, interval: 50 };

async function emptyDatabase(): Promise<Database> {
  const db = await createTestDatabase();
  onTestFinished(() => db.drop());
  await sql`create table begun (n int)`.execute(db.kysely);
  return db;
}

async function working(
  db: Database,
  handler: JobHandler<Payload>,
  lines: string[] = [],
): Promise<Queue & { events: JobEvent[] }> {
  const events: JobEvent[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const queue = await openQueue(db, { log, onOutcome: (event) => events.push(event) });
  onTestFinished(() => queue.stop());
  queue.handle(mortalJob, handler);
  await queue.startWorking();
  return { ...queue, events };
}

function startWorkerProcess(db: Database): ChildProcess {
  const script = fileURLToPath(new URL('../../test/queue-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...bareEnv, TEST_DATABASE: JSON.stringify(db.address) },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('kill -9 of a worker: another one does its jobs once, and gives up the one on its last attempt', {
  timeout: 120_000,
}, async () => {
  const db = await emptyDatabase();
  const queue = await openQueue(db, { log: pino({ level: 'silent' }) });
  onTestFinished(() => queue.stop());
  const child = startWorkerProcess(db);
  await queue.enqueueMany(db.kysely, mortalJob, [{ n: 1 }, { n: 2 }]);
  await vi.waitFor(async () => expect(await begun(db)).toEqual([1, 2]), soon);
  await sql`update jobs set attempt = ${mortalJob.attempts} where payload ->> 'n' = '2'`.execute(db.kysely);
  child.kill('SIGKILL');
  // As if it had been silent for nine seconds more: the test does not wait for them.
  await sql`update jobs set held_until = held_until - interval '9 seconds'`.execute(db.kysely);

  const run = vi.fn(async () => {});
  const gaveUp = vi.fn(async () => {});
  const other = await working(db, { run, gaveUp });
  await vi.waitFor(() => expect(run).toHaveBeenCalledWith({ n: 1 }, expect.objectContaining({ attempt: 2 })), takeover);
  await vi.waitFor(() => expect(gaveUp).toHaveBeenCalled(), takeover);
  expect(gaveUp).toHaveBeenCalledWith({ n: 2 }, 'its worker stopped responding', expect.anything());
  await vi.waitFor(async () => expect(await unfinished(db)).toEqual([]), soon);
  expect((await other.deadLetters()).map(({ job, payload }) => ({ job, payload }))).toEqual([
    { job: mortalJob.name, payload: { n: 2 } },
  ]);
  await other.stop();
  expect(run).toHaveBeenCalledOnce();
  expect(gaveUp).toHaveBeenCalledOnce();
});

async function begun(db: Database): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from begun order by n`.execute(db.kysely);
  return rows.map((row) => row.n);
}

async function unfinished(db: Database): Promise<unknown[]> {
  return (await sql`select name, state from jobs`.execute(db.kysely)).rows;
}

test('a run whose job was taken from it is aborted, and its end does not count', { timeout: 120_000 }, async () => {
  const db = await emptyDatabase();
  const signals: AbortSignal[] = [];
  const queue = await working(db, {
    run: (_, { signal }) => {
      signals.push(signal);
      if (signals.length > 1) return Promise.resolve();
      return untilAborted(signal);
    },
  });
  await queue.enqueue(db.kysely, mortalJob, { n: 1 });
  await vi.waitFor(() => expect(signals).toHaveLength(1), soon);
  await sql`update jobs set state = 'retrying', held_until = null, due_at = now(), attempt = attempt + 1`.execute(
    db.kysely,
  );
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), soon);
  await vi.waitFor(() => expect(queue.events).toHaveLength(2), soon);
  expect(queue.events.map(({ attempt, outcome }) => [attempt, outcome]).toSorted()).toEqual([
    [1, 'lost'],
    [2, 'done'],
  ]);
});

test('all connections cut: running jobs end well, and new ones are taken at once again', {
  timeout: 120_000,
}, async () => {
  const db = await emptyDatabase();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const queue = await working(db, { run: ({ n }) => (n === 1 ? finished : Promise.resolve()) });
  await queue.enqueue(db.kysely, mortalJob, { n: 1 });
  await vi.waitFor(async () => expect(await activeJobs(db)).toBe(1), soon);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'zeus-queue'`.execute(db.kysely);
  finish();
  await queue.enqueue(db.kysely, mortalJob, { n: 2 });
  await vi.waitFor(() => expect(queue.events).toHaveLength(2), soon);
  await vi.waitFor(async () => expect(await activeJobs(db)).toBe(0), soon);
  expect(queue.events.map((event) => event.outcome)).toEqual(['done', 'done']);
});

async function activeJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs where state = 'running'`.execute(db.kysely);
  return rows[0]?.n ?? 0;
}

test('the database goes away and comes back: the worker lives on and jobs resume', { timeout: 180_000 }, async () => {
  const { server, db: before } = await startOwnDatabase();
  onTestFinished(server.stop);
  const lines: string[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const queue = await working(before, { run: ({ n }) => (n === 1 ? finished : Promise.resolve()) }, lines);
  await queue.enqueueMany(before.kysely, mortalJob, [{ n: 1 }]);
  await queue.enqueue(before.kysely, mortalJob, { n: 2 }, { afterSeconds: 2 });
  await vi.waitFor(async () => expect(await activeJobs(before)).toBe(1), soon);
  await before.close();

  await server.restart(async () => {
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), soon);
    finish();
    await vi.waitFor(() => expect(queue.events).toHaveLength(1), soon);
  });
  await vi.waitFor(() => expect(queue.events).toHaveLength(2), soon);
  const after = openDatabase(server.address, { poolSize: 1 });
  onTestFinished(() => after.close());
  await queue.enqueue(after.kysely, mortalJob, { n: 3 });
  await vi.waitFor(() => expect(queue.events).toHaveLength(3), soon);
  expect(queue.events.map((event) => event.outcome)).toEqual(['done', 'done', 'done']);
  await vi.waitFor(async () => expect(await activeJobs(after)).toBe(0), soon);
});
