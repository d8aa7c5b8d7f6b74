// What a job is. Declared once in server/jobs.ts, handled in <feature>/<verb>.job.ts. A run ends by returning, by RetryLater
// (costs no attempt), by GiveUp, or by any other throw (retried, with back-off).
import type { z } from 'zod';
import type { Log } from '../log.ts';

export interface JobSettings {
  /** `feature.verb`, such as `contacts.find`. */
  readonly name: string;
  /** How often a run may fail, or its worker die, before the job is given up. */
  readonly attempts: number;
  /** About how long the second attempt waits. Each further one waits twice as long, up to an hour. */
  readonly backoffSeconds: number;
  /** A longer run has failed: its signal is aborted. */
  readonly timeLimitSeconds: number;
  /** How many run at once in one process; default: the process's own setting. */
  readonly concurrency?: number;
  /**
   * Set for work done for users: at most this many jobs of one user run at once in one process, and users take turns for the
   * slots (take-fairly.ts). A run that waits long for a slow site gives its slot to others (lane.ts).
   */
  readonly perUser?: number;
}

/** Whose work a job is. Users take turns, and so do the campaigns of one user. */
export interface JobOwner {
  readonly userId: string;
  readonly campaignId: string;
}

export interface Job<Payload extends object> extends JobSettings {
  readonly payload: z.ZodType<Payload>;
  /**
   * Jobs with the same key are merged while waiting for their first run. A job enqueued while one with its key runs, or waits
   * to be retried, is kept, so that no signal is lost; the two may then run side by side.
   */
  key?(payload: Payload): string | undefined;
}

/** Zeus's own work, run in the order it was enqueued. */
export type SystemJob<Payload extends object> = Job<Payload> & { readonly perUser?: undefined };

/** Work for a user: enqueued with its owner, so that no user waits for another one's campaign. */
export type UserJob<Payload extends object> = Job<Payload> & { readonly perUser: number };

export interface JobHandler<Payload extends object> {
  run(payload: Payload, call: JobCall): Promise<void>;
  /** Called when the job has failed for good; may be called again if it throws or its worker dies. */
  gaveUp?(payload: Payload, reason: string, call: JobCall): Promise<void>;
}

export interface JobCall {
  readonly log: Log;
  /** Aborted when the time limit is over, when the process stops, or when another worker has taken over the job. */
  readonly signal: AbortSignal;
  /** 1 for the first. */
  readonly attempt: number;
}

type Declaration<Payload extends object> = Pick<Job<Payload>, 'name' | 'payload' | 'key'> & Partial<JobSettings>;

const defaults = { attempts: 5, backoffSeconds: 2, timeLimitSeconds: 300 };

/** Declares a job; the defaults are for short work that may fail now and then. */
export function defineJob<Payload extends object>(
  job: Declaration<Payload> & { perUser?: undefined },
): SystemJob<Payload> {
  return { ...defaults, ...job };
}

/** Declares work for users. By default one user can hold two thirds of the slots. */
export function defineUserJob<Payload extends object>(job: Declaration<Payload>): UserJob<Payload> {
  return { ...defaults, concurrency: 12, perUser: 8, ...job };
}

/** Thrown by a handler: nothing failed, but the job has to wait. It runs again after this time with the same attempt. */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly afterSeconds: number;
  constructor(afterSeconds: number) {
    super(`to be run again in ${afterSeconds} s`);
    this.afterSeconds = afterSeconds;
  }
}

/** Thrown by a handler: no further attempt can help. The reason reaches `gaveUp` and the list of dead letters. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}
