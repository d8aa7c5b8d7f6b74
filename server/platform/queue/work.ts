// A working process: one lane for each job, woken by PostgreSQL's notices, and a pulse by which workers know of each other.
import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { deadLetterQueue } from './boss.ts';
import type { JobCall, JobSettings } from './job.ts';
import { type Lane, type LaneOptions, openLane } from './lane.ts';
import type { JobRow } from './run-job.ts';
import { hasLapsed, jobsChannel, listDue } from './statements.ts';
import type { DatabaseWatch } from './watch-database.ts';

/** A handler with its payload's schema already applied. */
export interface Handled {
  job: JobSettings;
  run(row: JobRow, call: JobCall): Promise<void>;
  gaveUp(row: JobRow, call: JobCall): Promise<void>;
}

export interface WorkOptions extends Pick<LaneOptions, 'log' | 'onOutcome' | 'slowAfterMs'> {
  boss: PgBoss;
  database: DatabaseWatch;
  handlers: ReadonlyMap<string, Handled>;
  /** For jobs that do not say how many run at once. */
  concurrency: number;
}

/** A job counts as abandoned after 10 s of silence (boss.ts), so two lost beats are forgiven. */
const pulseMs = 3_000;
/** How long a job may be late when no notice came: for due times, and for notices lost with a connection. */
const pollMs = 1_000;
/** How often pg-boss tidies up without need: nine statements, while a look at running jobs at each pulse is one. */
const tidyMs = 60_000;
/** After an outage every worker has to be heard before silence means anything. */
const steadyMs = 10_000;

/** Begins to run jobs; rejects when the database cannot be reached. `stop` gives running jobs so many seconds to end. */
export async function startWork(options: WorkOptions): Promise<{ stop(seconds: number): Promise<void> }> {
  const { boss, database, handlers } = options;
  const lanes = new Map<string, Lane>();
  let tidiedAt = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> | undefined;
  let looking: Promise<void> | undefined;

  function open(job: JobSettings, run: Handled['run'], keepDone: boolean): void {
    const lane = openLane({
      ...options,
      job,
      run,
      keepDone,
      concurrency: job.concurrency ?? options.concurrency,
      onEnded: (ending) => ending.outcome === 'gave-up' && lanes.get(deadLetterQueue)?.wake(),
    });
    lanes.set(job.name, lane);
  }

  // Says that this worker's jobs are alive, then lets pg-boss look for those of workers that are not.
  async function beat(): Promise<void> {
    await Promise.all([...lanes.values()].map((lane) => lane.beat()));
    if (database.isSteady(steadyMs)) await supervise().catch(database.failed);
    beating = undefined;
  }

  async function supervise(): Promise<void> {
    if (performance.now() - tidiedAt < tidyMs && !(await hasLapsed(boss.getDb()))) return;
    tidiedAt = performance.now();
    await boss.supervise();
  }

  // One statement for all lanes: an idle worker asks once a second, however many jobs there are.
  async function look(): Promise<void> {
    for (const lane of lanes.values()) if (lane.isBehind()) lane.wake();
    try {
      for (const name of await listDue(boss.getDb(), [...lanes.keys()])) lanes.get(name)?.wake();
      database.works();
    } catch (error) {
      database.failed(error);
    }
    looking = undefined;
  }

  // After a lost connection nobody knows what was said meanwhile.
  const wakeAll = () => {
    for (const lane of lanes.values()) lane.wake();
  };

  const listener = await boss.getDb().listen?.(jobsChannel, (name) => lanes.get(name)?.wake(), wakeAll);
  for (const { job, run } of handlers.values()) open(job, run, false);
  open(deadLetterJob, async (row, call) => handlers.get(row.sourceName ?? '')?.gaveUp(row, call), true);
  const pulse = setInterval(() => {
    beating ??= beat();
  }, pulseMs);
  const poll = setInterval(() => {
    looking ??= look();
  }, pollMs);
  return {
    async stop(seconds) {
      clearInterval(poll);
      await Promise.all([...lanes.values()].map((lane) => lane.drain(seconds)));
      clearInterval(pulse);
      // Only a database that has gone silent keeps these waiting.
      await Promise.race([Promise.all([beating, looking, listener?.close()]), wait(1000)]);
    },
  };
}

// A job that ended in failure is itself a job, so that `gaveUp` is called even when the worker that noticed it dies.
const deadLetterJob: JobSettings = {
  name: deadLetterQueue,
  attempts: 10,
  backoffSeconds: 2,
  timeLimitSeconds: 300,
  concurrency: 4,
};
