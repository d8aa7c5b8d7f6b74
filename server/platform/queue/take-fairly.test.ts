import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { JobOwner } from './job.ts';
import { gate, type Payload, queuesOn, soon, userWork } from './test/queues-on.ts';

let db: TestDatabase;
const { working, empty } = queuesOn(() => db);
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(empty);

const newOwner = (userId: string = randomUUID()): JobOwner => ({ userId, campaignId: randomUUID() });
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ n: from + i }));

const countOf = (all: { jobs: Payload[] }[]) => all.reduce((sum, { jobs }) => sum + jobs.length, 0);

/** Enqueues these jobs, starts a worker, and returns the order in which the jobs ran. */
async function orderOf(all: { owner: JobOwner; jobs: Payload[] }[], total = countOf(all)): Promise<number[]> {
  const seen: number[] = [];
  const queue = await working({ userWork: { run: async ({ n }) => void seen.push(n) } }, { working: false });
  for (const { owner, jobs } of all) await queue.enqueueMany(db.kysely, userWork, jobs, { owner });
  await queue.startWorking();
  await vi.waitFor(() => expect(seen).toHaveLength(total), soon);
  return seen;
}

test("a user who comes later does not wait behind another user's jobs", async () => {
  const order = await orderOf([
    { owner: newOwner(), jobs: numbers(0, 30) },
    { owner: newOwner(), jobs: numbers(100, 2) },
  ]);
  // Four slots: the first turn of both users comes before the rest of the first one's list.
  expect(order.indexOf(100)).toBeLessThan(6);
  expect(order.indexOf(101)).toBeLessThan(8);
});

test('ten campaigns of one user get no more turns than one campaign of another', async () => {
  const heavy = randomUUID();
  const order = await orderOf([
    ...Array.from({ length: 10 }, (_, i) => ({ owner: newOwner(heavy), jobs: numbers(i * 10, 10) })),
    { owner: newOwner(), jobs: numbers(1_000, 5) },
  ]);
  const lastOfLight = Math.max(...numbers(1_000, 5).map(({ n }) => order.indexOf(n)));
  expect(lastOfLight).toBeLessThan(20);
});

test('campaigns of one user take turns', async () => {
  const user = randomUUID();
  const order = await orderOf([
    { owner: newOwner(user), jobs: numbers(0, 30) },
    { owner: newOwner(user), jobs: numbers(100, 2) },
  ]);
  expect(order.indexOf(101)).toBeLessThan(12);
});

test('one user holds no more slots than allowed, and the others stay free', async () => {
  const { open, opened } = gate();
  const running = new Set<number>();
  const queue = await working({
    userWork: {
      async run({ n }) {
        running.add(n);
        await opened;
      },
    },
  });
  await queue.enqueueMany(db.kysely, userWork, numbers(0, 20), { owner: newOwner() });
  await vi.waitFor(() => expect(running.size).toBe(userWork.perUser), soon);
  await queue.enqueueMany(db.kysely, userWork, numbers(100, 1), { owner: newOwner() });
  await vi.waitFor(() => expect(running.has(100)).toBe(true), soon);
  expect(running.size).toBe(userWork.perUser + 1);
  open();
});

test('long waits give their slots to other users', async () => {
  const { open, opened } = gate();
  const ended: number[] = [];
  const hanging = new Set<number>();
  const queue = await working(
    {
      userWork: {
        async run({ n }) {
          if (n < 100) {
            hanging.add(n);
            await opened;
          }
          ended.push(n);
        },
      },
    },
    { slowAfterMs: 50 },
  );
  // Three users fill all slots with jobs that hang; a fourth still finds slots.
  for (const from of [0, 10, 20]) {
    await queue.enqueueMany(db.kysely, userWork, numbers(from, 5), { owner: newOwner() });
  }
  await vi.waitFor(() => expect(hanging.size).toBeGreaterThan(4), soon);
  await queue.enqueueMany(db.kysely, userWork, numbers(100, 3), { owner: newOwner() });
  await vi.waitFor(() => expect(ended.toSorted()).toEqual([100, 101, 102]), soon);
  open();
});

test('a long overdue retry does not come before other users', async () => {
  const failing = await working({ userWork: { run: () => Promise.reject(new Error('not yet')) } });
  await failing.enqueueMany(db.kysely, userWork, numbers(0, 12), { owner: newOwner() });
  await vi.waitFor(() => expect(failing.events.length).toBeGreaterThanOrEqual(12), soon);
  await failing.stop();
  await db.sql`update jobs set due_at = now() - interval '1 minute' where name = ${userWork.name}`;
  const order = await orderOf([{ owner: newOwner(), jobs: numbers(100, 2) }], 14);
  expect(Math.max(order.indexOf(100), order.indexOf(101))).toBeLessThan(8);
});

test('jobs without an owner, enqueued by an older version, still run', async () => {
  const seen: number[] = [];
  const queue = await working({ userWork: { run: async ({ n }) => void seen.push(n) } }, { working: false });
  await queue.enqueueMany(db.kysely, userWork, numbers(0, 2), { owner: newOwner() });
  await db.sql`update jobs set owner = '' where name = ${userWork.name}`;
  await queue.startWorking();
  await vi.waitFor(() => expect(seen).toHaveLength(2), soon);
});
