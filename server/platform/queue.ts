// Background jobs, on pg-boss in the same database: enqueued inside the caller's transaction, run by whichever worker
// is free, tried again when they fail, taken over when their worker dies. server/jobs.ts declares them.
// The parts: queue/job.ts (what a job is), lane.ts (the loop), run-job.ts (one run), settle.ts (its end), boss.ts (pg-boss).
import { randomUUID } from 'node:crypto';
import { fromKysely } from 'pg-boss';
import type { Database, Kdb } from './db.ts';
import type { Log } from './log.ts';
import { deadLetterQueue, declareQueues, openBoss } from './queue/boss.ts';
import { GiveUp, type Job, type JobCall, type JobHandler, type JobSettings } from './queue/job.ts';
import { type Lane, openLane } from './queue/lane.ts';
import type { JobEvent, JobRow } from './queue/run-job.ts';
import { type DeadLetter, holdWaiting, jobsChannel, listDeadLetters, reasonIn } from './queue/statements.ts';

export interface EnqueueOptions {
  /** Not before so many seconds from now. */
  afterSeconds?: number;
  /** Higher comes first; 0 without it. */
  priority?: number;
}

export interface Queue {
  /** Adds a job as part of the caller's transaction. Throws for a wrong payload, rejects like any query. */
  enqueue<P extends object>(tx: Kdb, job: Job<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** The same for many jobs in one statement. */
  enqueueMany<P extends object>(tx: Kdb, job: Job<P>, payloads: readonly P[], options?: EnqueueOptions): Promise<void>;
  /** Says who runs a job; nothing runs before startWorking. Throws when it was said already. */
  handle<P extends object>(job: Job<P>, handler: JobHandler<P>): void;
  /** Begins to run jobs. Throws when a declared job has no handler. */
  startWorking(): Promise<void>;
  /** Takes no more jobs, lets the running ones finish for some seconds, hands the others back. Safe to call twice. */
  stop(): Promise<void>;
  /** The jobs that ended in failure in the last 30 days, newest first. */
  deadLetters(limit?: number): Promise<DeadLetter[]>;
}

export interface QueueOptions {
  /** Every job there is, handled by this process or not. */
  jobs: readonly JobSettings[];
  log: Log;
  /** How many jobs of one name run at once in this process when the job does not say. */
  concurrency?: number;
  /** How long running jobs may go on after `stop`. The whole stop takes at most 2 seconds more. */
  drainSeconds?: number;
  onOutcome?(event: JobEvent): void;
}

interface Handled {
  job: JobSettings;
  run(row: JobRow, call: JobCall): Promise<void>;
  gaveUp(row: JobRow, call: JobCall): Promise<void>;
}

/** Half of the heartbeat limit in boss.ts, less a margin, so that one lost beat is forgiven. */
const beatMs = 4_000;
const superviseMs = 3_000;

/** Connects and prepares the database; then jobs can be enqueued. Rejects when the database cannot be reached. */
export async function openQueue(db: Pick<Database, 'address'>, options: QueueOptions): Promise<Queue> {
  const { log, jobs } = options;
  const boss = openBoss(db.address);
  const handlers = new Map<string, Handled>();
  const lanes = new Map<string, Lane>();
  const timers: NodeJS.Timeout[] = [];
  const database = watchDatabase(log);
  let listener: { close(): Promise<void> } | undefined;
  let stopping: Promise<void> | undefined;

  boss.on('error', database.failed);
  boss.on('warning', (warning) => log.warn(warning.data, `queue: ${warning.message}`));

  async function enqueueMany<P extends object>(
    tx: Kdb,
    job: Job<P>,
    payloads: readonly P[],
    { afterSeconds = 0, priority = 0 }: EnqueueOptions = {},
  ): Promise<void> {
    const db = fromKysely(tx);
    let rest = payloads.map((payload) => {
      const data = job.payload.parse(payload);
      const id = randomUUID();
      return { id, data, priority, startAfter: afterSeconds, singletonKey: job.key?.(data) ?? id };
    });
    // Each round either adds a job or holds the waiting one with its key; only one that has just begun to run needs another.
    while (rest.length > 0) {
      const added = new Set(await boss.insert(job.name, rest, { db, returnId: true }));
      const merged = rest.filter((row) => !added.has(row.id));
      if (merged.length === 0) return;
      const held = await holdWaiting(
        db,
        job.name,
        merged.map((row) => row.singletonKey),
        afterSeconds,
      );
      rest = merged.filter((row) => !held.has(row.singletonKey));
    }
  }

  function open({ job, run }: Pick<Handled, 'job' | 'run'>, more: { keepDone?: boolean } = {}): void {
    const lane = openLane({
      boss,
      job,
      run,
      log,
      concurrency: job.concurrency ?? options.concurrency ?? 8,
      onOutcome: options.onOutcome,
      onEnded: (ending) => ending.outcome === 'gave-up' && lanes.get(deadLetterQueue)?.wake(),
      onDatabaseError: database.failed,
      onDatabaseWorks: database.works,
      ...more,
    });
    lanes.set(job.name, lane);
  }

  async function startWorking(): Promise<void> {
    const missing = jobs.filter((job) => !handlers.has(job.name)).map((job) => job.name);
    if (missing.length > 0) throw new Error(`Jobs without a handler: ${missing.join(', ')}`);
    for (const handled of handlers.values()) open(handled);
    open(deadLetters(handlers), { keepDone: true });
    listener = await boss.getDb().listen?.(jobsChannel, (name) => lanes.get(name)?.wake(), wakeAll);
    every(beatMs, () => Promise.all([...lanes.values()].map((lane) => lane.beat())));
    every(superviseMs, () => boss.supervise());
  }

  // After a lost connection nobody knows what was said meanwhile.
  function wakeAll(): void {
    for (const lane of lanes.values()) lane.wake();
  }

  function every(ms: number, work: () => Promise<unknown>): void {
    let busy = false;
    const timer = setInterval(async () => {
      if (busy) return;
      busy = true;
      await work().catch(database.failed);
      busy = false;
    }, ms);
    timers.push(timer);
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...lanes.values()].map((lane) => lane.drain(options.drainSeconds ?? 6)));
    for (const timer of timers) clearInterval(timer);
    await listener?.close();
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
    enqueue: (tx, job, payload, how) => enqueueMany(tx, job, [payload], how),
    enqueueMany,
    handle(job, handler) {
      if (handlers.has(job.name)) throw new Error(`The job ${job.name} has two handlers`);
      handlers.set(job.name, handled(job, handler));
    },
    startWorking,
    stop: () => (stopping ??= stopAll()),
    deadLetters: (limit = 100) => listDeadLetters(boss.getDb(), deadLetterQueue, limit),
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

// A job that ended in failure is itself a job, so that `gaveUp` is called even when the worker that noticed it dies.
function deadLetters(handlers: Map<string, Handled>): Pick<Handled, 'job' | 'run'> {
  return {
    job: { name: deadLetterQueue, attempts: 10, backoffSeconds: 2, timeLimitSeconds: 300, concurrency: 4 },
    run: async (row, call) => handlers.get(row.sourceName ?? '')?.gaveUp(row, call),
  };
}

// One line when the database goes and one when it is back, instead of one for every statement that fails meanwhile.
function watchDatabase(log: Log) {
  let away = false;
  return {
    failed(error: unknown): void {
      log[away ? 'debug' : 'warn']({ err: error }, 'queue: a statement failed; trying again every second');
      away = true;
    },
    works(): void {
      if (away) log.info('queue: the database answers again; jobs go on');
      away = false;
    },
  };
}
