import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { Tx } from './db.ts';
import { listenTo } from './listen.ts';
import { defineJob, GiveUp, type JobHandler, RetryLater } from './queue/job.ts';
import type { JobEvent } from './queue/run-job.ts';
import { jobsChannel } from './queue/statements.ts';
import { openQueue, type Queue, type QueueOptions } from './queue.ts';

const payload = z.object({ n: z.number() });
type Payload = z.infer<typeof payload>;
const work = defineJob({ name: 'test.work', payload, backoffSeconds: 0.1, attempts: 3, concurrency: 4 });
const keyed = defineJob({ name: 'test.keyed', payload, key: ({ n }) => (n < 0 ? undefined : `key ${n}`) });
const jobs = [work, keyed];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
afterEach(() => sql`truncate pgboss.job`.execute(db.kysely));

const soon = { timeout: 20_000, interval: 20 };
const nothing = { run: async () => {} };

async function open(options: Partial<QueueOptions> = {}): Promise<Queue> {
  const queue = await openQueue(db, { jobs, log: pino({ level: 'silent' }), ...options });
  onTestFinished(() => queue.stop());
  return queue;
}

/** A queue that works, with its handlers; jobs not named do nothing. */
async function working(
  handlers: { work?: JobHandler<Payload>; keyed?: JobHandler<Payload> },
  options: Partial<QueueOptions> = {},
): Promise<Queue & { events: JobEvent[] }> {
  const events: JobEvent[] = [];
  const queue = await open({ onOutcome: (event) => events.push(event), ...options });
  queue.handle(work, handlers.work ?? nothing);
  queue.handle(keyed, handlers.keyed ?? nothing);
  await queue.startWorking();
  return { ...queue, events };
}

const inTransaction = (use: (tx: Tx) => Promise<void>) => db.kysely.transaction().execute(use);

async function waiting(name: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = ${name} and state < 'active'`.execute(db.kysely);
  return found.rows[0]?.n ?? 0;
}

/** Something that a test opens and a handler waits for. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('enqueueing', () => {
  test('a job is there when the transaction commits, and not when it rolls back', async () => {
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

  test('a payload that is not as declared is refused at once', async () => {
    const queue = await open();
    await expect(queue.enqueue(db.kysely, work, { n: 'one' } as unknown as Payload)).rejects.toThrow(z.ZodError);
    expect(await waiting(work.name)).toBe(0);
  });

  test('a thousand jobs are added in one statement, and each runs once', async () => {
    const seen: number[] = [];
    const queue = await working({ work: { run: async ({ n }) => void seen.push(n) } });
    const payloads = Array.from({ length: 1000 }, (_, n) => ({ n }));
    const statements = vi.spyOn(db.kysely, 'executeQuery');
    await queue.enqueueMany(db.kysely, work, payloads);
    expect(statements).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(seen).toHaveLength(1000), soon);
    await vi.waitFor(async () => expect(await waiting(work.name)).toBe(0), soon);
    expect(new Set(seen).size).toBe(1000);
  });

  test('workers are told of a new job when it is committed', async () => {
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

  test('a job for later waits, one with more priority comes first', async () => {
    const seen: number[] = [];
    const queue = await open();
    queue.handle(work, { run: async ({ n }) => void seen.push(n) });
    queue.handle(keyed, nothing);
    await queue.enqueue(db.kysely, work, { n: 3 }, { afterSeconds: 3600 });
    await queue.enqueue(db.kysely, work, { n: 2 });
    await queue.enqueue(db.kysely, work, { n: 1 }, { priority: 5 });
    await queue.startWorking();
    await vi.waitFor(() => expect(seen).toEqual([1, 2]), soon);
    expect(await waiting(work.name)).toBe(1);
  });
});

describe('keys', () => {
  test('waiting jobs with the same key are one; without a key none are', async () => {
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

  test('a job that another was merged into does not run before that transaction has committed', async () => {
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

  test('a merge with an earlier due time brings the waiting job forward', async () => {
    const queue = await working({});
    await queue.enqueue(db.kysely, keyed, { n: 1 }, { afterSeconds: 3600 });
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    await vi.waitFor(() => expect(queue.events).toHaveLength(1), soon);
    expect(await waiting(keyed.name)).toBe(0);
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

describe('endings', () => {
  test('RetryLater costs no attempt', async () => {
    const attempts: number[] = [];
    const queue = await working({
      work: {
        async run(_, { attempt }) {
          attempts.push(attempt);
          if (attempts.length < 5) throw new RetryLater(0.01);
        },
      },
    });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(() => expect(queue.events.at(-1)?.outcome).toBe('done'), soon);
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
    expect(queue.events.map((event) => event.outcome)).toEqual(['later', 'later', 'later', 'later', 'done']);
  });

  test('an ordinary throw is tried again after a while, then given up: gaveUp is called and the dead letter is listed', async () => {
    const gaveUp = vi.fn(async () => {});
    const at: number[] = [];
    const queue = await working({
      work: {
        async run() {
          at.push(Date.now());
          throw new Error('no luck');
        },
        gaveUp,
      },
    });
    await queue.enqueue(db.kysely, work, { n: 5 });
    await vi.waitFor(() => expect(gaveUp).toHaveBeenCalledOnce(), soon);
    expect(gaveUp).toHaveBeenCalledWith({ n: 5 }, 'no luck', expect.anything());
    expect(queue.events.map(({ job, attempt, outcome }) => [job, attempt, outcome])).toEqual([
      [work.name, 1, 'retry'],
      [work.name, 2, 'retry'],
      [work.name, 3, 'gave-up'],
      ['gave-up', 1, 'done'],
    ]);
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(100);
    expect(third - second).toBeGreaterThanOrEqual(200);
    await vi.waitFor(async () => {
      expect(await queue.deadLetters()).toEqual([
        expect.objectContaining({ job: work.name, payload: { n: 5 }, reason: 'no luck', attempts: 3, handled: true }),
      ]);
    }, soon);
    expect(await queue.counts()).toEqual([{ job: work.name, waiting: 0, running: 0, dead: 1 }]);
  });

  test('GiveUp ends at once', async () => {
    const reasons: string[] = [];
    const run = vi.fn(async () => {
      throw new GiveUp('the campaign was deleted');
    });
    const queue = await working({ work: { run, gaveUp: async (_, reason) => void reasons.push(reason) } });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(() => expect(reasons).toEqual(['the campaign was deleted']), soon);
    expect(run).toHaveBeenCalledOnce();
  });

  test('a gaveUp that fails is called again', async () => {
    let calls = 0;
    const queue = await working({
      work: {
        run: async () => {
          throw new GiveUp('no');
        },
        async gaveUp() {
          calls += 1;
          if (calls === 1) throw new Error('not now');
        },
      },
    });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(async () => expect((await queue.deadLetters())[0]?.handled).toBe(true), soon);
    expect(calls).toBe(2);
  });

  test('a stored payload that is no longer understood is given up, without the handler', async () => {
    const run = vi.fn(async () => {});
    const queue = await open();
    await queue.enqueue(db.kysely, work, { n: 1 });
    await sql`update pgboss.job set data = '{"m": 1}' where name = ${work.name}`.execute(db.kysely);
    queue.handle(work, { run });
    queue.handle(keyed, nothing);
    await queue.startWorking();
    await vi.waitFor(async () => expect(await queue.deadLetters()).toHaveLength(1), soon);
    expect((await queue.deadLetters())[0]?.reason).toMatch(/^its payload is not understood/);
    expect(run).not.toHaveBeenCalled();
  });

  test('a run over its time limit is aborted and has failed', async () => {
    const short = defineJob({ ...work, name: 'test.short', timeLimitSeconds: 0.2, attempts: 1 });
    const aborted = gate();
    const events: JobEvent[] = [];
    const queue = await open({ jobs: [short], onOutcome: (event) => events.push(event) });
    queue.handle(short, {
      run: (_, { signal }) => new Promise(() => signal.addEventListener('abort', aborted.open)),
    });
    await queue.startWorking();
    await queue.enqueue(db.kysely, short, { n: 1 });
    await aborted.opened;
    await vi.waitFor(
      async () => expect((await queue.deadLetters())[0]?.reason).toBe('took longer than its 0.2 s'),
      soon,
    );
    expect(events[0]).toMatchObject({ job: short.name, outcome: 'gave-up' });
  });

  test('each run leaves one log line', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const queue = await working({ keyed: { run: async () => {} } }, { log });
    await queue.enqueue(db.kysely, keyed, { n: 1 });
    await vi.waitFor(() => expect(lines).toHaveLength(1), soon);
    expect(lines[0]).toMatchObject({
      msg: 'job test.keyed done',
      job: 'test.keyed',
      key: 'key 1',
      attempt: 1,
      outcome: 'done',
      id: expect.any(String),
      waitedMs: expect.any(Number),
      ranMs: expect.any(Number),
    });
  });
});

describe('workers', () => {
  test('no more jobs of a name run at once than it allows', async () => {
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

  test('several processes may open the queue of an empty database at once', async () => {
    await sql`drop schema pgboss cascade`.execute(db.kysely);
    const queues = await Promise.all([open(), open(), open()]);
    await queues[2]?.enqueue(db.kysely, work, { n: 1 });
    expect(await waiting(work.name)).toBe(1);
  });

  test('a worker does not start while a declared job has no handler', async () => {
    const queue = await open();
    queue.handle(work, nothing);
    await expect(queue.startWorking()).rejects.toThrow('Jobs without a handler: test.keyed');
    expect(() => queue.handle(work, nothing)).toThrow('The job test.work has two handlers');
  });

  test('a changed declaration reaches the database', async () => {
    await open();
    const queue = await open({ jobs: [{ ...work, attempts: 8 }] });
    await queue.enqueue(db.kysely, work, { n: 1 });
    const { rows } = await sql`select retry_limit from pgboss.job where name = ${work.name}`.execute(db.kysely);
    expect(rows).toEqual([{ retry_limit: 7 }]);
    await open();
  });
});

describe('stopping', () => {
  test('a running job is finished first, and no further one is begun', async () => {
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

  test('a job that does not end is handed back and taken by another worker, with the same attempt', async () => {
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
});
