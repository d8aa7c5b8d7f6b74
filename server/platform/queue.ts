// Background jobs, on pg-boss in the same database: enqueued inside the caller's transaction, run by whichever worker
// is free, tried again when they fail, taken over when their worker dies. server/jobs.ts declares them.
// The parts in queue/: job (what one is), enqueue, work and lane (the loop), run-job, settle (how it ended), boss (pg-boss).
import type { Database, Kdb } from './db.ts';
import type { Log } from './log.ts';
import { deadLetterQueue, declareQueues, openBoss } from './queue/boss.ts';
import { type EnqueueOptions, enqueueJobs } from './queue/enqueue.ts';
import { GiveUp, type Job, type JobHandler, type JobSettings } from './queue/job.ts';
import type { JobEvent } from './queue/run-job.ts';
import { countJobs, type DeadLetter, type JobCount, listDeadLetters, reasonIn } from './queue/statements.ts';
import { watchDatabase } from './queue/watch-database.ts';
import { type Handled, startWork } from './queue/work.ts';

export interface Queue {
  /** Adds a job as part of the caller's transaction. Throws for a wrong payload, rejects like any query. */
  enqueue<P extends object>(tx: Kdb, job: Job<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** The same for many jobs in one statement. */
  enqueueMany<P extends object>(tx: Kdb, job: Job<P>, payloads: readonly P[], options?: EnqueueOptions): Promise<void>;
  /** Says who runs a job; nothing runs before startWorking. Throws when it was said already. */
  handle<P extends object>(job: Job<P>, handler: JobHandler<P>): void;
  /** Begins to run jobs. Throws when a declared job has no handler, rejects when the database cannot be reached. */
  startWorking(): Promise<void>;
  /** Takes no more jobs, lets the running ones finish for some seconds, hands the others back. Safe to call twice. */
  stop(): Promise<void>;
  /** The jobs that ended in failure in the last 30 days, newest first. */
  deadLetters(limit?: number): Promise<DeadLetter[]>;
  /** How many jobs of each name wait, run and ended in failure: for /metrics. */
  counts(): Promise<JobCount[]>;
}

export interface QueueOptions {
  /** Every job there is, handled by this process or not. */
  jobs: readonly JobSettings[];
  log: Log;
  /** How many jobs of one name run at once in this process when the job does not say. */
  concurrency?: number;
  /** How long running jobs may go on after `stop`. The whole stop takes at most 3 seconds more. */
  drainSeconds?: number;
  onOutcome?(event: JobEvent): void;
}

/** Connects and prepares the database; then jobs can be enqueued. Rejects when the database cannot be reached. */
export async function openQueue(db: Pick<Database, 'address'>, options: QueueOptions): Promise<Queue> {
  const { log, jobs, onOutcome, concurrency = 8, drainSeconds = 5 } = options;
  const handlers = new Map<string, Handled>();
  const database = watchDatabase(log);
  const boss = openBoss(db.address);
  boss.on('error', database.failed);
  boss.on('warning', (warning) => log.warn(warning.data, `queue: ${warning.message}`));
  let work: Awaited<ReturnType<typeof startWork>> | undefined;
  let stopping: Promise<void> | undefined;

  async function startWorking(): Promise<void> {
    const missing = jobs.filter((job) => !handlers.has(job.name)).map((job) => job.name);
    if (missing.length > 0) throw new Error(`Jobs without a handler: ${missing.join(', ')}`);
    work = await startWork({ boss, database, handlers, log, concurrency, onOutcome });
  }

  async function stop(): Promise<void> {
    await work?.stop(drainSeconds);
    await boss.stop({ graceful: false });
  }

  try {
    await boss.start();
    await declareQueues(boss, jobs);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    enqueue: (tx, job, payload, how) => enqueueJobs(boss, tx, job, [payload], how),
    enqueueMany: (tx, job, payloads, how) => enqueueJobs(boss, tx, job, payloads, how),
    handle(job, handler) {
      if (handlers.has(job.name)) throw new Error(`The job ${job.name} has two handlers`);
      handlers.set(job.name, handled(job, handler));
    },
    startWorking,
    stop: () => (stopping ??= stop()),
    deadLetters: (limit = 100) => listDeadLetters(boss.getDb(), deadLetterQueue, limit),
    counts: () => countJobs(boss.getDb(), deadLetterQueue),
  };
}

function handled<P extends object>(job: Job<P>, handler: JobHandler<P>): Handled {
  return {
    job,
    async run(row, call) {
      const payload = job.payload.safeParse(row.data);
      if (!payload.success) throw new GiveUp(`its payload is not understood: ${payload.error.message}`);
      await handler.run(payload.data, call);
    },
    async gaveUp(row, call) {
      const payload = job.payload.safeParse(row.data);
      if (payload.success) await handler.gaveUp?.(payload.data, reasonIn(row.sourceOutput), call);
    },
  };
}
