// How jobs end: done, later, retried, given up.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { defineJob, GiveUp, RetryLater } from './job.ts';
import type { JobEvent } from './run-job.ts';
import { gate, keyed, nothing, queuesOn, soon, work } from './test/queues-on.ts';

let db: TestDatabase;
const { open, working, empty } = queuesOn(() => db);
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(empty);

describe('endings', () => {
  test('RetryLater costs no attempt', async () => {
    const attempts: number[] = [];
    const queue = await working({
      work: {
        async run(_, { attempt }) {
          attempts.push(attempt);
          if (attempts.length < 3) throw new RetryLater(0.01);
        },
      },
    });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(() => expect(queue.events.at(-1)?.outcome).toBe('done'), soon);
    expect(attempts).toEqual([1, 1, 1]);
    expect(queue.events.map((event) => event.outcome)).toEqual(['later', 'later', 'done']);
  });

  test('an ordinary throw is retried after a while, then given up: gaveUp is called and the dead letter is listed', async () => {
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
    await vi.waitFor(() => expect(queue.events).toHaveLength(4), soon);
    expect(gaveUp).toHaveBeenCalledExactlyOnceWith({ n: 5 }, 'no luck', expect.anything());
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

  test('GiveUp ends it at once', async () => {
    const reasons: string[] = [];
    const run = vi.fn(async () => {
      throw new GiveUp('the campaign was deleted');
    });
    const queue = await working({ work: { run, gaveUp: async (_, reason) => void reasons.push(reason) } });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(() => expect(reasons).toEqual(['the campaign was deleted']), soon);
    expect(run).toHaveBeenCalledOnce();
  });

  test('a reason with characters that PostgreSQL refuses is recorded without them', async () => {
    const run = async () => {
      throw new GiveUp('no\0 luck \ud83d');
    };
    const queue = await working({ work: { run } });
    await queue.enqueue(db.kysely, work, { n: 1 });
    await vi.waitFor(async () => expect((await queue.deadLetters())[0]?.reason).toBe('no luck \ufffd'), soon);
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
    const hasFailed = () => expect(queue.events.at(-1)).toMatchObject({ job: 'gave-up', outcome: 'retry' });
    await vi.waitFor(hasFailed, soon);
    await vi.waitFor(async () => {
      await sql`update jobs set due_at = now() where state = 'retrying'`.execute(db.kysely);
      expect((await queue.deadLetters())[0]?.handled).toBe(true);
    }, soon);
    expect(calls).toBe(2);
  });

  test('a process without a handler for the job leaves the call of gaveUp to others', async () => {
    await sql`
      with letter as (
        insert into dead_letters (name, payload, attempts, reason) values (${keyed.name}, '{"n": 1}', 1, 'no') returning id)
      insert into jobs (name, payload) select 'gave-up', jsonb_build_object('deadLetter', id) from letter`.execute(
      db.kysely,
    );
    const events: JobEvent[] = [];
    const some = await open({ onOutcome: (event) => events.push(event) });
    some.handle(work, nothing);
    await some.startWorking();
    await vi.waitFor(() => expect(events[0]).toMatchObject({ job: 'gave-up', outcome: 'later' }), soon);
    expect((await some.deadLetters())[0]?.handled).toBe(false);
    await some.stop();
    const gaveUp = vi.fn(async () => {});
    const all = await working({ keyed: { run: async () => {}, gaveUp } });
    await vi.waitFor(async () => expect((await all.deadLetters())[0]?.handled).toBe(true), soon);
    expect(gaveUp).toHaveBeenCalledOnce();
  });

  test('gives up on a stored payload that is no longer valid, without calling the handler', async () => {
    const run = vi.fn(async () => {});
    const queue = await open();
    await queue.enqueue(db.kysely, work, { n: 1 });
    await sql`update jobs set payload = '{"m": 1}' where name = ${work.name}`.execute(db.kysely);
    queue.handle(work, { run });
    await queue.startWorking();
    await vi.waitFor(async () => expect(await queue.deadLetters()).toHaveLength(1), soon);
    expect((await queue.deadLetters())[0]?.reason).toMatch(/^its payload is not understood/);
    expect(run).not.toHaveBeenCalled();
  });

  test('a run over its time limit is aborted and fails', async () => {
    const short = defineJob({ ...work, name: 'test.short', timeLimitSeconds: 0.2, attempts: 1 });
    const aborted = gate();
    const events: JobEvent[] = [];
    const queue = await open({ onOutcome: (event) => events.push(event) });
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
      id: expect.any(Number),
      waitedMs: expect.any(Number),
      ranMs: expect.any(Number),
    });
  });
});
