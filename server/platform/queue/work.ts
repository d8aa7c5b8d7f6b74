// A working process: one lane per job, woken by PostgreSQL's notices, and a heartbeat by which workers know of each other.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Listener, listenTo } from '../database/listen.ts';
import type { Database } from '../db.ts';
import { type JobCall, type JobSettings, RetryLater } from './job.ts';
import {
  type DeadLetter,
  deadLetterJobName,
  deleteOldDeadLetters,
  extendHold,
  findDeadLetter,
  type JobRow,
  jobsChannel,
  listDue,
  markHandled,
  takeOver,
} from './jobs.store.ts';
import { type Lane, type LaneOptions, openLane } from './lane.ts';
import type { DatabaseWatch } from './watch-database.ts';

/** A handler with its payload's schema already applied. */
export interface Handled {
  job: JobSettings;
  run(row: JobRow, call: JobCall): Promise<void>;
  gaveUp(letter: DeadLetter, call: JobCall): Promise<void>;
}

export interface WorkOptions extends Pick<LaneOptions, 'log' | 'onOutcome' | 'slowAfterMs'> {
  db: Database;
  database: DatabaseWatch;
  handlers: ReadonlyMap<string, Handled>;
  /** For jobs that do not set their own concurrency. */
  concurrency: number;
}

/** A job is taken over after 10 s of silence (jobs.store.ts), so two lost beats are forgiven. */
const pulseMs = 3_000;
/** How late a job may be if no notice came: for due times, and for notices lost with a connection. */
const pollMs = 1_000;
const tidyMs = 3_600_000;
const unhandledSeconds = 1;
/** After an outage every worker has to be heard before silence means anything. */
const steadyMs = 10_000;

/** Starts running jobs; rejects if the database cannot be reached. `stop` gives running jobs this many seconds to end. */
export async function startWork(options: WorkOptions): Promise<{ stop(seconds: number): Promise<void> }> {
  const { db, database, handlers } = options;
  const { kysely } = db;
  const lanes = new Map<string, Lane>();
  const declared = [deadLetterJob, ...[...handlers.values()].map(({ job }) => job)];
  let tidiedAt = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> | undefined;
  let looking: Promise<void> | undefined;

  function open(job: JobSettings, run: Handled['run']): void {
    const lane = openLane({
      ...options,
      db: kysely,
      job,
      run,
      concurrency: job.concurrency ?? options.concurrency,
      onEnded: (ending) => ending.outcome === 'gave-up' && lanes.get(deadLetterJobName)?.wake(),
    });
    lanes.set(job.name, lane);
  }

  async function callGaveUp(row: JobRow, call: JobCall): Promise<void> {
    const { deadLetter } = deadLetterPayload.parse(row.payload);
    const letter = await findDeadLetter(kysely, deadLetter);
    if (!letter) return;
    const handler = handlers.get(letter.job);
    // A process that handles only some jobs leaves the letters of the others to those that handle them.
    if (!handler) throw new RetryLater(unhandledSeconds);
    await handler.gaveUp(letter, call);
    await markHandled(kysely, letter.id);
  }

  // Says that this worker's jobs are alive, then takes over those of workers that are not.
  async function beat(): Promise<void> {
    try {
      await keepHeld();
      if (database.isSteady(steadyMs)) await takeOver(kysely, declared);
      if (performance.now() - tidiedAt > tidyMs) {
        tidiedAt = performance.now();
        await deleteOldDeadLetters(kysely);
      }
    } catch (error) {
      database.failed(error);
    }
    beating = undefined;
  }

  async function keepHeld(): Promise<void> {
    const held = [...lanes.values()].flatMap((lane) => lane.held());
    if (held.length === 0) return;
    const kept = await extendHold(kysely, held);
    const lost = new Set(held.flatMap(({ id }) => (kept.has(id) ? [] : id)));
    if (lost.size > 0) for (const lane of lanes.values()) lane.lose(lost);
  }

  // One statement for all lanes: an idle worker asks once a second, however many jobs there are.
  async function look(): Promise<void> {
    for (const lane of lanes.values()) if (lane.isBehind()) lane.wake();
    try {
      for (const name of await listDue(kysely, [...lanes.keys()])) lanes.get(name)?.wake();
      database.works();
    } catch (error) {
      database.failed(error);
    }
    looking = undefined;
  }

  // Notices sent while the connection was lost are unknown.
  const wakeAll = () => {
    for (const lane of lanes.values()) lane.wake();
  };

  const listener: Listener = await listenTo(db.address, {
    channel: jobsChannel,
    onNotice: (name) => lanes.get(name)?.wake(),
    onListening: wakeAll,
  });
  for (const { job, run } of handlers.values()) open(job, run);
  open(deadLetterJob, callGaveUp);
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
      await Promise.race([Promise.all([beating, looking, listener.close()]), wait(1000)]);
    },
  };
}

// The call of `gaveUp` is itself a job, so that it happens even when the worker that noticed it dies.
const deadLetterJob: JobSettings = {
  name: deadLetterJobName,
  attempts: 10,
  backoffSeconds: 2,
  timeLimitSeconds: 300,
  concurrency: 4,
};

const deadLetterPayload = z.object({ deadLetter: z.number() });
