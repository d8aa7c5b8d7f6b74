// Takes the jobs of one name and runs up to `concurrency` of them at once. Each turn of its loop saves how runs ended and
// takes jobs for the free slots, so many small jobs share a round trip and no slot waits for a slow neighbor. A turn starts
// when a job is announced, when a run ends, and when work.ts has seen that a job is due.
// A user's job that runs for long mostly waits for a slow site. It keeps running but gives up its slot, so that nobody
// else's campaign waits for that site.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Kdb } from '../db.ts';
import { exchangeJobs, type JobRow } from './jobs.store.ts';
import { type Ending, Interruption, type Run, runJob } from './run-job.ts';
import { type Ended, settle } from './settle.ts';
import { countByOwner, exchangeFairly } from './take-fairly.ts';
import type { DatabaseWatch } from './watch-database.ts';

export interface LaneOptions extends Pick<Run, 'job' | 'log' | 'run' | 'onOutcome'> {
  db: Kdb;
  concurrency: number;
  /** How long a run of a user's job holds a slot. */
  slowAfterMs: number;
  onEnded?(ending: Ending): void;
  database: DatabaseWatch;
}

export interface Lane {
  wake(): void;
  /** Whether there are ended runs that could not be saved yet. */
  isBehind(): boolean;
  /** The jobs that this lane holds: those that run, and those whose end is not saved yet. */
  held(): JobRow[];
  /** Aborts the runs of those jobs, because another worker has them. */
  lose(ids: ReadonlySet<number>): void;
  /** Takes no more jobs, waits for the running ones, and hands those back that are not done by then. Does not reject. */
  drain(seconds: number): Promise<void>;
}

/** Slow runs cost memory and connections, so there may be at most this many per slot. */
const slowPerSlot = 3;

interface Running {
  row: JobRow;
  abort: AbortController;
  isSlow: boolean;
}

/** Starts taking jobs. An unreachable database is reported and retried every second. */
export function openLane(options: LaneOptions): Lane {
  const { db, job, database } = options;
  const running = new Set<Running>();
  const unsettled = new Set<Ended>();
  let taking = true;
  let turning = false;
  let turnAgain = false;

  function wake(): void {
    turnAgain = true;
    if (!turning) void turn();
  }

  async function turn(): Promise<void> {
    turning = true;
    while (turnAgain) {
      // Runs that end together are saved together.
      await nextTurn();
      turnAgain = false;
      const ended = [...unsettled];
      await Promise.all([writeDown(ended.filter((one) => !isDone(one))), exchange(ended.filter(isDone))]);
    }
    turning = false;
  }

  const isDone = ({ ending }: Ended) => ending.outcome === 'done';

  function forget(ended: readonly Ended[]): void {
    for (const one of ended) {
      unsettled.delete(one);
      options.onEnded?.(one.ending);
    }
  }

  async function writeDown(ended: readonly Ended[]): Promise<void> {
    if (ended.length === 0) return;
    await settle(db, ended).then(() => forget(ended), database.failed);
  }

  /** Deletes finished jobs and takes the next ones. */
  async function exchange(ended: readonly Ended[]): Promise<void> {
    const most = taking ? freeSlots() : 0;
    if (ended.length === 0 && most === 0) return;
    try {
      const rows = await take(ended, most);
      database.works();
      forget(ended);
      for (const row of rows) {
        if (taking) void start(row);
        else handBack(row);
      }
    } catch (error) {
      database.failed(error);
    }
  }

  function take(ended: readonly Ended[], most: number): Promise<JobRow[]> {
    const exchange = { done: ended.map(({ row }) => row), most };
    if (job.perUser === undefined) return exchangeJobs(db, job.name, exchange);
    const held = countByOwner([...running].map(({ row }) => row));
    return exchangeFairly(db, job.name, { ...exchange, perUser: job.perUser, held });
  }

  function freeSlots(): number {
    const slow = [...running].filter(({ isSlow }) => isSlow).length;
    const unheld = options.concurrency - (running.size - slow);
    return Math.max(0, Math.min(unheld, options.concurrency * (1 + slowPerSlot) - running.size));
  }

  async function start(row: JobRow): Promise<void> {
    const held: Running = { row, abort: new AbortController(), isSlow: false };
    running.add(held);
    const leaveSlot = job.perUser === undefined ? undefined : setTimeout(() => giveUpSlot(held), options.slowAfterMs);
    const ending = await runJob({ ...options, ...held });
    clearTimeout(leaveSlot);
    running.delete(held);
    if (ending.outcome !== 'lost') unsettled.add({ row, ending });
    wake();
  }

  /** A job that was taken at the moment the process began to stop. */
  function handBack(row: JobRow): void {
    unsettled.add({ row, ending: { outcome: 'handed-back' } });
    wake();
  }

  function giveUpSlot(held: Running): void {
    held.isSlow = true;
    wake();
  }

  function lose(ids: ReadonlySet<number>): void {
    for (const { row, abort } of running) {
      if (ids.has(row.id)) abort.abort(new Interruption('lost', 'another worker has the job'));
    }
  }

  async function drain(seconds: number): Promise<void> {
    taking = false;
    await allSettled(seconds);
    for (const { abort } of running) abort.abort(new Interruption('handed-back', 'the process stops'));
    // While the database is unavailable they cannot be handed back: others take them over when the heartbeat stops.
    await allSettled(1.5);
  }

  async function allSettled(seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1000;
    wake();
    while ((running.size > 0 || unsettled.size > 0 || turning) && performance.now() < until) {
      await wait(20);
      if (running.size === 0 && unsettled.size > 0) wake();
    }
  }

  wake();
  return {
    wake,
    isBehind: () => unsettled.size > 0,
    held: () => [...running, ...unsettled].map(({ row }) => row),
    lose,
    drain,
  };
}
