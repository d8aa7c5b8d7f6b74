import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { countWaitingForLock, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { listenTo } from '../database/listen.ts';
import { RetryLater } from './job.ts';
import { exchangeJobs, type JobRow, jobsChannel, lockWaiting } from './jobs.store.ts';
import { gate, keyed, type Payload, queuesOn, soon, work } from './test/queues-on.ts';

let db: TestDatabase;
const { open, working, waiting, inTransaction, empty } = queuesOn(() => db);
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(empty);

describe('enqueueing', () => {
  test('a job exists once the transaction commits, and not if it rolls back', async () => {
    const queue = await open();
    await inTransaction((tx) => queue.enqueue(tx, work, { n: 1 }));
    await expect(
      inTransaction(async (tx) => {
        await queue.enqueue(tx, work, { n: 2 });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await waiting(work.name)).toBe(1);
  });

  test('rejects an invalid payload at once', async () => {
    const queue = await open();
    await expect(queue.enqueue(db.kysely, work, { n: 'one' } as unknown as Payload)).rejects.toThrow(z.ZodError);
    expect(await waiting(work.name)).toBe(0);
  });

  test('a thousand jobs are added in one statement, and each runs once', async () => {
    const seen: number[] = [];
    const queue = await working({ work: { run: async ({ n }) => void seen.push(n) } });
    const payloads = Array.from({ length: 1000 }, (_, n) => ({ n }));
    const statements = vi.spyOn(db.pool, 'connect');
    await queue.enqueueMany(db.kysely, work, payloads);
    expect(statements).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(seen).toHaveLength(1000), soon);
    await vi.waitFor(async () => expect(await waiting(work.name)).toBe(0), soon);
    expect(new Set(seen).size).toBe(1000);
  });

  test('workers are notified of a new job when it is committed', async () => {
    const queue = await open();
    const told: string[] = [];
    const onNotice = (name: string) => told.push(name);
    const listener = await listenTo(db.address, { channel: jobsChannel, onNotice, onListening() {} });
    onTestFinished(() => listener.close());
    await inTransaction(async (tx) => {
      await queue.enqueue(tx, work, { n: 1 });
      await queue.enqueue(db.kysely, keyed, { n: 1 });
      await vi.waitFor(() => expect(told).toEqual([keyed.name]), soon);
    });
    await vi.waitFor(() => expect(told).toEqual([keyed.name, work.name]), soon);
  });

  test('a delayed job waits, and others run in the order they were enqueued', async () => {
    const seen: number[] = [];
    const queue = await open();
    queue.handle(work, { run: async ({ n }) => void seen.push(n) });
    await queue.enqueue(db.kysely, work, { n: 3 }, { afterSeconds: 3600 });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await queue.enqueue(db.kysely, work, { n: 2 });
    await queue.startWorking();
    await vi.waitFor(() => expect(seen).toEqual([1, 2]), soon);
    expect(await waiting(work.name)).toBe(1);
  });
});

describe('keys', () => {
  test('waiting jobs with the same key are merged; without a key none are', async () => {
    const queue = await open();
    await inTransaction(async (tx) => {
      await queue.enqueueMany(tx, keyed, [{ n: 1 }, { n: 1 }, { n: 2 }]);
      await queue.enqueue(tx, keyed, { n: 2 });
    });
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    expect(await waiting(keyed.name)).toBe(2);
    await queue.enqueueMany(db.kysely, keyed, [{ n: -1 }, { n: -1 }]);
    await queue.enqueue(db.kysely, keyed, { n: -1 });
    expect(await waiting(keyed.name)).toBe(5);
  });

  test('a job enqueued while one with its key runs is kept and runs afterwards', async () => {
    const { open, opened } = gate();
    let runs = 0;
    const queue = await working({
      keyed: {
        async run() {
          runs += 1;
          if (runs === 1) await opened;
        },
      },
    });
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    await vi.waitFor(() => expect(runs).toBe(1), soon);
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    await vi.waitFor(() => expect(runs).toBe(2), soon);
    open();
    await vi.waitFor(() => expect(queue.events).toHaveLength(2), soon);
  });

  test('a merged job does not run before the merging transaction has committed', async () => {
    const first = await open();
    await first.enqueue(db.kysely, keyed, { n: 1 });
    const merged = gate();
    const commit = gate();
    const merge = inTransaction(async (tx) => {
      await first.enqueue(tx, keyed, { n: 1 });
      merged.open();
      await commit.opened;
    });
    await merged.opened;
    await first.enqueue(db.kysely, keyed, { n: 2 });
    const seen: number[] = [];
    await working({ keyed: { run: async ({ n }) => void seen.push(n) } });
    await vi.waitFor(() => expect(seen).toHaveLength(1), soon);
    commit.open();
    await merge;
    await vi.waitFor(() => expect(seen).toEqual([2, 1]), soon);
  });

  test('a worker waiting to delete a finished job holds no other job of the transaction it waits for', async () => {
    const queue = await open();
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    const [done] = await exchangeJobs(db.kysely, keyed.name, { done: [], most: 1 });
    if (!done) throw new Error('No job was taken.');
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    let exchange: Promise<JobRow[]> | undefined;
    await inTransaction(async (tx) => {
      await sql`select from jobs where id = ${done.id} for key share`.execute(tx);
      exchange = exchangeJobs(db.kysely, keyed.name, { done: [done], most: 1 });
      await vi.waitFor(async () => expect(await countWaitingForLock(db)).toBe(1), soon);
      expect(await lockWaiting(tx, keyed.name, ['key 1'], 0)).toEqual(new Set(['key 1']));
    });
    expect(await exchange).toHaveLength(1);
  });

  test('a job that a worker is taking counts as started', async () => {
    const queue = await open();
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    await inTransaction(async (tx) => {
      expect(await exchangeJobs(tx, keyed.name, { done: [], most: 1 })).toHaveLength(1);
      expect(await lockWaiting(db.kysely, keyed.name, ['key 1'], 0)).toEqual(new Set());
    });
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    expect(await waiting(keyed.name)).toBe(1);
  });

  test('two transactions that add the same keys in different orders both finish', async () => {
    const queue = await open();
    const keys = Array.from({ length: 200 }, (_, n) => ({ n }));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        inTransaction((tx) => queue.enqueueMany(tx, keyed, keys)),
        inTransaction((tx) => queue.enqueueMany(tx, keyed, keys.toReversed())),
      ]);
      expect(await waiting(keyed.name)).toBe(200);
      await empty();
    }
  });

  test('a merge with an earlier due time brings the waiting job forward', async () => {
    const queue = await working({});
    await queue.enqueue(db.kysely, keyed, { n: 1 }, { afterSeconds: 3600 });
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    await vi.waitFor(() => expect(queue.events).toHaveLength(1), soon);
    expect(await waiting(keyed.name)).toBe(0);
  });

  test('enqueue-unless-pending: nothing while a job is delayed, running or waiting to be retried', async () => {
    const { open, opened } = gate();
    let runs = 0;
    const queue = await working({
      keyed: {
        async run({ n }) {
          runs += 1;
          if (n === 2) await opened;
          throw new RetryLater(3600);
        },
      },
    });
    await queue.enqueue(db.kysely, keyed, { n: 1 }, { afterSeconds: 3600 });
    await queue.enqueueMany(db.kysely, keyed, [{ n: 2 }, { n: 3 }]);
    await vi.waitFor(() => expect([runs, queue.events.length]).toEqual([2, 1]), soon);
    await queue.enqueueMany(db.kysely, keyed, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }], { unlessUnderWay: true });
    open();
    await vi.waitFor(() => expect(queue.events).toHaveLength(3), soon);
    const jobs = await sql<{ n: number }>`
      select (payload ->> 'n')::int as n from jobs where name = ${keyed.name} order by 1`.execute(db.kysely);
    expect(jobs.rows.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });

  test('many transactions at once with the same key: each one is seen by a later run', async () => {
    await sql`create table if not exists said (n int)`.execute(db.kysely);
    let lastSeen = 0;
    const count = async () => {
      const found = await sql<{ n: number }>`select count(*)::int as n from said`.execute(db.kysely);
      return found.rows[0]?.n ?? 0;
    };
    const queue = await working({
      keyed: {
        async run() {
          lastSeen = Math.max(lastSeen, await count());
        },
      },
    });
    const say = (n: number) =>
      inTransaction(async (tx) => {
        await sql`insert into said values (${n})`.execute(tx);
        await queue.enqueue(tx, keyed, { n: 1 });
      });
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 8 }, (_, n) => say(n)));
    }
    await vi.waitFor(() => expect(lastSeen).toBe(160), soon);
  });
});
