// One run of one job: its time limit, how it ended, and its one log line.
import type { Log } from '../log.ts';
import { GiveUp, type JobCall, type JobSettings, RetryLater } from './job.ts';
import type { JobRow } from './jobs.store.ts';

export type Ending =
  | { outcome: 'done' | 'handed-back' | 'lost' }
  | { outcome: 'later'; afterSeconds: number }
  | { outcome: 'retry'; afterSeconds: number; error: unknown }
  | { outcome: 'gave-up'; reason: string; error: unknown };

/** What is reported about each run, to the log and the metrics. */
export interface JobEvent {
  job: string;
  id: number;
  key: string | undefined;
  attempt: number;
  outcome: Ending['outcome'];
  waitedMs: number;
  ranMs: number;
}

/** Why a run was aborted from outside: the process stops, or another worker has the job now. */
export class Interruption extends Error {
  override name = 'Interruption';
  readonly outcome: 'handed-back' | 'lost';
  constructor(outcome: 'handed-back' | 'lost', message: string) {
    super(message);
    this.outcome = outcome;
  }
}

export interface Run {
  job: JobSettings;
  row: JobRow;
  abort: AbortController;
  log: Log;
  run(row: JobRow, call: JobCall): Promise<void>;
  onOutcome?(event: JobEvent): void;
}

const longestBackoffSeconds = 3600;

/** Runs a job and reports on it. Never rejects: every failure is an ending. */
export async function runJob({ job, row, abort, log, run, onOutcome }: Run): Promise<Ending> {
  const { attempt } = row;
  const call = { log: log.child({ job: job.name, jobId: row.id }), signal: abort.signal, attempt };
  const timeLimit = setTimeout(
    () => abort.abort(new Error(`took longer than its ${job.timeLimitSeconds} s`)),
    job.timeLimitSeconds * 1000,
  );
  const started = performance.now();
  const ending = await untilAborted(() => run(row, call), abort.signal).then(
    (): Ending => ({ outcome: 'done' }),
    (error: unknown) => endingOf(abort.signal.aborted ? abort.signal.reason : error, attempt, job),
  );
  clearTimeout(timeLimit);
  const event = {
    job: job.name,
    id: row.id,
    key: row.key ?? undefined,
    attempt,
    outcome: ending.outcome,
    waitedMs: row.waitedMs,
    ranMs: Math.round(performance.now() - started),
  };
  tell(log, event, ending);
  onOutcome?.(event);
  return ending;
}

// A handler that ignores its signal is abandoned: its result no longer counts.
async function untilAborted(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([work(), aborted]);
}

function endingOf(error: unknown, attempt: number, job: JobSettings): Ending {
  if (error instanceof Interruption) return { outcome: error.outcome };
  if (error instanceof RetryLater) return { outcome: 'later', afterSeconds: error.afterSeconds };
  if (error instanceof GiveUp || attempt >= job.attempts) {
    return { outcome: 'gave-up', reason: error instanceof Error ? error.message : String(error), error };
  }
  return { outcome: 'retry', afterSeconds: backoffSeconds(job, attempt), error };
}

/** How long the next attempt waits: doubling, up to half of it random so that failed jobs spread out. */
export function backoffSeconds(job: JobSettings, attempt: number, random = Math.random()): number {
  const most = Math.min(longestBackoffSeconds, job.backoffSeconds * 2 ** Math.min(attempt, 16));
  return most / 2 + (most / 2) * random;
}

const levels = {
  done: 'info',
  later: 'info',
  'handed-back': 'info',
  retry: 'warn',
  lost: 'warn',
  'gave-up': 'error',
} as const;

function tell(log: Log, event: JobEvent, ending: Ending): void {
  const error = 'error' in ending ? { err: ending.error } : {};
  const after = 'afterSeconds' in ending ? { afterSeconds: ending.afterSeconds } : {};
  log[levels[ending.outcome]]({ ...event, ...after, ...error }, `job ${event.job} ${event.outcome}`);
}
