// Shared by the tests of the queue: three declared jobs, and queues on a test database that stop with their test.
import { sql } from 'kysely';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { TestDatabase } from '../../../test/database.ts';
import type { Tx } from '../../db.ts';
import { openQueue, type Queue, type QueueOptions } from '../../queue.ts';
import { defineJob, defineUserJob, type JobHandler } from '../job.ts';
import type { JobEvent } from '../run-job.ts';

const payload = z.object({ n: z.number() });
export type Payload = z.infer<typeof payload>;
export const work = defineJob({ name: 'test.work', payload, backoffSeconds: 0.1, attempts: 3, concurrency: 4 });
export const keyed = defineJob({ name: 'test.keyed', payload, key: ({ n }) => (n < 0 ? undefined : `key ${n}`) });
export const userWork = defineUserJob({
  name: 'test.user-work',
  payload,
  backoffSeconds: 1,
  concurrency: 4,
  perUser: 3,
});

export const soon = { timeout: 20_000, interval: 20 };
export const nothing = { run: async () => {} };

/** The database is looked up at each use, because it is created only before the first test. */
export function queuesOn(database: () => TestDatabase) {
  async function open(options: Partial<QueueOptions> = {}): Promise<Queue> {
    const queue = await openQueue(database(), { log: pino({ level: 'silent' }), ...options });
    onTestFinished(() => queue.stop());
    return queue;
  }

  /** A working queue with its handlers; jobs not named do nothing. `working: false` leaves the start to the test. */
  async function working(
    handlers: { work?: JobHandler<Payload>; keyed?: JobHandler<Payload>; userWork?: JobHandler<Payload> },
    { working: isStarted = true, ...options }: Partial<QueueOptions> & { working?: boolean } = {},
  ): Promise<Queue & { events: JobEvent[] }> {
    const events: JobEvent[] = [];
    const queue = await open({ onOutcome: (event) => events.push(event), ...options });
    queue.handle(work, handlers.work ?? nothing);
    queue.handle(keyed, handlers.keyed ?? nothing);
    queue.handle(userWork, handlers.userWork ?? nothing);
    if (isStarted) await queue.startWorking();
    return { ...queue, events };
  }

  async function waiting(name: string): Promise<number> {
    const found = await sql<{ n: number }>`
      select count(*)::int as n from jobs where name = ${name} and state <> 'running'`.execute(database().kysely);
    return found.rows[0]?.n ?? 0;
  }

  /** For beforeEach: by then the queues of the previous test have stopped, and nothing waits for a lock on the table. */
  async function empty(): Promise<void> {
    await sql`truncate jobs, dead_letters`.execute(database().kysely);
  }

  return {
    open,
    working,
    waiting,
    inTransaction: (use: (tx: Tx) => Promise<void>) => database().kysely.transaction().execute(use),
    empty,
  };
}

/** A gate that a test opens and a handler waits for. */
export function gate() {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  return { open: () => resolve(), opened };
}
