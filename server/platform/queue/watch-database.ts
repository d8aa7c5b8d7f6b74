// Whether the queue's database responds: one log line when it goes away and one when it is back, however many statements fail.
import { isConnectionFailure } from '../database/unavailable.ts';
import type { Log } from '../log.ts';

export interface DatabaseWatch {
  failed(error: unknown): void;
  works(): void;
  /** True if it has responded for this long without a break. */
  isSteady(ms: number): boolean;
}

export function watchDatabase(log: Log): DatabaseWatch {
  let away = false;
  let backAt = Number.NEGATIVE_INFINITY;
  return {
    failed(error) {
      if (!isOutage(error)) {
        log.error({ err: error }, 'queue: a statement failed');
        return;
      }
      log[away ? 'debug' : 'warn']({ err: error }, 'queue: the database does not answer; trying every second');
      away = true;
    },
    works() {
      if (!away) return;
      log.info('queue: the database answers again; jobs continue');
      away = false;
      backAt = performance.now();
    },
    isSteady: (ms) => !away && performance.now() - backAt > ms,
  };
}

// A connection that broke or timed out has no error code.
function isOutage(error: unknown): boolean {
  return !(error as { code?: string }).code || (error instanceof Error && isConnectionFailure(error));
}
