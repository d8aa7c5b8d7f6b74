import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { jobsChannel } from './jobs.store.ts';
import { gate, keyed, nothing, type Payload, queuesOn, soon, work } from './test/queues-on.ts';

let db: TestDatabase;
const { open, working, waiting, inTransaction, empty } = queuesOn(() => db);
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(empty);

describe('workers', () => {
  test('limits concurrent jobs of a name', async () => {
    let now = 0;
    let most = 0;
    const queue = await working({
      work: {
        async run() {
          now += 1;
          most = Math.max(most, now);
          await new Promise((resolve) => setTimeout(resolve, 5));
          now -= 1;
        },
      },
    });
    await queue.enqueueMany(
      db.kysely,
      work,
      Array.from({ length: 40 }, (_, n) => ({ n })),
    );
    await vi.waitFor(() => expect(queue.events).toHaveLength(40), soon);
    expect(most).toBe(4);
  });

  test('two workers share the jobs; none runs twice', async () => {
    const seen: number[] = [];
    const run = async ({ n }: Payload) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      seen.push(n);
    };
    const one = await working({ work: { run } });
    const two = await working({ work: { run } });
    await one.enqueueMany(
      db.kysely,
      work,
      Array.from({ length: 300 }, (_, n) => ({ n })),
    );
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(300), soon);
    await Promise.all([one.stop(), two.stop()]);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n));
    expect(one.events.length).toBeGreaterThan(0);
    expect(two.events.length).toBeGreaterThan(0);
  });

  test('a worker does not start while a declared job has no handler', async () => {
    const queue = await open({ jobs: [work, keyed] });
    queue.handle(work, nothing);
    await expect(queue.startWorking()).rejects.toThrow('Jobs without a handler: test.keyed');
    expect(() => queue.handle(work, nothing)).toThrow('The job test.work has two handlers');
  });
});

describe('stopping', () => {
  test('finishes a running job first, and starts no further one', async () => {
    const { open, opened } = gate();
    const seen: number[] = [];
    const queue = await working({
      work: {
        async run({ n }) {
          await opened;
          seen.push(n);
        },
      },
    });
    await queue.enqueueMany(
      db.kysely,
      work,
      Array.from({ length: 5 }, (_, n) => ({ n })),
    );
    await vi.waitFor(async () => expect(await waiting(work.name)).toBe(1), soon);
    const stopped = queue.stop();
    open();
    await stopped;
    expect(seen).toHaveLength(4);
    expect(await waiting(work.name)).toBe(1);
  });

  test('does not use up its time when nothing runs', async () => {
    const queue = await working({}, { drainSeconds: 600 });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(() => expect(queue.events).toHaveLength(1), soon);
    await queue.stop();
  });

  test('hands back a job that does not end, and another worker takes it with the same attempt', async () => {
    const signals: AbortSignal[] = [];
    const stuck = await working(
      {
        work: {
          run: (_, { signal }) => {
            signals.push(signal);
            return new Promise(() => {});
          },
        },
      },
      { drainSeconds: 0.2 },
    );
    await stuck.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(() => expect(signals).toHaveLength(1), soon);
    await stuck.stop();
    expect(signals[0]?.aborted).toBe(true);
    const other = await working({});
    await vi.waitFor(() => expect(other.events).toHaveLength(1), soon);
    expect(other.events[0]).toMatchObject({ attempt: 1, outcome: 'done' });
  });

  test('hands back a job that it takes while it stops, without running it', async () => {
    const stopping = await working({});
    let stopped: Promise<void> | undefined;
    await inTransaction(async (tx) => {
      await sql`lock table jobs`.execute(tx);
      await sql`select pg_notify(${jobsChannel}, ${work.name})`.execute(db.kysely);
      await vi.waitFor(async () => expect(await isTaking()).toBe(true), soon);
      await stopping.enqueue(tx, work, { n: 1 });
      stopped = stopping.stop();
    });
    await stopped;
    expect(stopping.events).toEqual([]);
    expect(await waiting(work.name)).toBe(1);
    const other = await working({});
    await vi.waitFor(() => expect(other.events).toHaveLength(1), soon);
    expect(other.events[0]).toMatchObject({ attempt: 1, outcome: 'done' });
  });

  /** Whether a worker that takes jobs waits for the lock on their table. */
  async function isTaking(): Promise<boolean> {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%skip locked%'`.execute(
      db.kysely,
    );
    return rows.length > 0;
  }
});
