// Background jobs in the same database: enqueued inside the caller's transaction, run by whichever worker
// is free, tried again when they fail, taken over when their worker dies. server/jobs.ts declares them.
// The parts in queue/: job (what one is), enqueue, work and lane (the loop), run-job, settle (how it ended), jobs.store (the SQL).
import { type Database, type Kdb, openDatabase } from './db.ts';
import type { Log } from './log.ts';
import { type EnqueueOptions, enqueueJobs, type OwnedEnqueueOptions } from './queue/enqueue.ts';
import {
  GiveUp,
  type Job,
  type JobHandler,
  type JobOwner,
  type JobSettings,
  type SystemJob,
  type UserJob,
} from './queue/job.ts';
import {
  countJobs,
  type DeadLetter,
  deleteNaming,
  type JobCount,
  listDeadLetters,
  listDue,
  listOwnersAtWork,
} from './queue/jobs.store.ts';
import type { JobEvent } from './queue/run-job.ts';
import { ownerText } from './queue/take-fairly.ts';
import { watchDatabase } from './queue/watch-database.ts';
import { type Handled, startWork } from './queue/work.ts';

export interface Queue {
  /** Adds a job in the caller's transaction. Throws for an invalid payload, rejects like any query. */
  enqueue<P extends object>(tx: Kdb, job: SystemJob<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  enqueue<P extends object>(tx: Kdb, job: UserJob<P>, payload: P, options: OwnedEnqueueOptions): Promise<void>;
  /** The same for many jobs in one statement. */
  enqueueMany<P extends object>(tx: Kdb, job: SystemJob<P>, all: readonly P[], options?: EnqueueOptions): Promise<void>;
  enqueueMany<P extends object>(
    tx: Kdb,
    job: UserJob<P>,
    all: readonly P[],
    options: OwnedEnqueueOptions,
  ): Promise<void>;
  /** Those owners with a job that is waiting, for whatever reason, or running. */
  listAtWork<Owner extends JobOwner>(tx: Kdb, owners: readonly Owner[]): Promise<Owner[]>;
  /** Deletes jobs and dead letters with one of these values in their payload, such as a deleted user's id or address. */
  forget(tx: Kdb, values: readonly (string | null)[]): Promise<void>;
  /** Registers the handler of a job; nothing runs before startWorking. Throws if there is one already. */
  handle<P extends object>(job: Job<P>, handler: JobHandler<P>): void;
  /** Starts running jobs. Throws if one of `jobs` has no handler, rejects if the database cannot be reached. */
  startWorking(): Promise<void>;
  /** Takes no more jobs, lets running ones finish for some seconds, and hands the others back. Safe to call twice. */
  stop(): Promise<void>;
  /** The jobs that failed in the last 30 days, newest first. */
  deadLetters(limit?: number): Promise<DeadLetter[]>;
  /** How many jobs of each name are waiting, running and failed: for /metrics. */
  counts(): Promise<JobCount[]>;
}

export interface QueueOptions {
  /** Those that must have a handler when this process starts working. */
  jobs?: readonly JobSettings[];
  log: Log;
  /** How many jobs of one name run at once in this process, unless the job says otherwise. */
  concurrency?: number;
  /** How long running jobs may continue after `stop`. The whole stop takes at most 3 seconds more. */
  drainSeconds?: number;
  /** How long a run of a user's job holds a slot that others may need. */
  slowAfterMs?: number;
  onOutcome?(event: JobEvent): void;
}

/** Connects to a migrated database; then jobs can be enqueued. Rejects when the database cannot be reached. */
export async function openQueue(db: Pick<Database, 'address'>, options: QueueOptions): Promise<Queue> {
  const { log, jobs = [], onOutcome, concurrency = 8, drainSeconds = 5, slowAfterMs = 2_000 } = options;
  const handlers = new Map<string, Handled>();
  const database = watchDatabase(log);
  // Connections of its own, so that saying "still alive" never waits behind the application's queries.
  const own = openDatabase(db.address, { poolSize: 4, applicationName: 'zeus-queue', statementMs: 25_000 });
  let work: Awaited<ReturnType<typeof startWork>> | undefined;
  let stopping: Promise<void> | undefined;

  async function startWorking(): Promise<void> {
    const missing = jobs.filter((job) => !handlers.has(job.name)).map((job) => job.name);
    if (missing.length > 0) throw new Error(`Jobs without a handler: ${missing.join(', ')}`);
    work = await startWork({ db: own, database, handlers, log, concurrency, slowAfterMs, onOutcome });
  }

  async function stop(): Promise<void> {
    await work?.stop(drainSeconds);
    await own.close();
  }

  try {
    await listDue(own.kysely, []);
  } catch (error) {
    await own.close();
    throw error;
  }
  return {
    enqueue: <P extends object>(tx: Kdb, job: Job<P>, payload: P, how?: EnqueueOptions) =>
      enqueueJobs(tx, job, [payload], how),
    enqueueMany: <P extends object>(tx: Kdb, job: Job<P>, all: readonly P[], how?: EnqueueOptions) =>
      enqueueJobs(tx, job, all, how),
    async listAtWork(tx, owners) {
      const atWork = await listOwnersAtWork(tx, owners.map(ownerText));
      return owners.filter((owner) => atWork.has(ownerText(owner)));
    },
    forget: (tx, values) => deleteNaming(tx, values),
    handle(job, handler) {
      if (handlers.has(job.name)) throw new Error(`The job ${job.name} has two handlers`);
      handlers.set(job.name, handled(job, handler));
    },
    startWorking,
    stop: () => (stopping ??= stop()),
    deadLetters: (limit = 100) => listDeadLetters(own.kysely, limit),
    counts: () => countJobs(own.kysely),
  };
}

function handled<P extends object>(job: Job<P>, handler: JobHandler<P>): Handled {
  return {
    job,
    async run(row, call) {
      const payload = job.payload.safeParse(row.payload);
      if (!payload.success) throw new GiveUp(`its payload is not understood: ${payload.error.message}`);
      await handler.run(payload.data, call);
    },
    async gaveUp(letter, call) {
      const payload = job.payload.safeParse(letter.payload);
      if (payload.success) await handler.gaveUp?.(payload.data, letter.reason, call);
    },
  };
}
