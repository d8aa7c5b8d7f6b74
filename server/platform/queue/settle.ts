// Saves how runs ended, many in one statement. Safe to repeat: only the run that was taken is touched, so a job that
// another worker has taken over is left alone. Jobs that are done are deleted with the next look for work (lane.ts).
import type { Kdb } from '../db.ts';
import { bury, type Failed, type JobRow, type PutBack, putBack } from './jobs.store.ts';
import type { Ending } from './run-job.ts';

export interface Ended {
  row: JobRow;
  ending: Ending;
}

/** Rejects when the database cannot be reached; then some may be saved, and all may be tried again. */
export async function settle(db: Kdb, ended: readonly Ended[]): Promise<void> {
  const waiting = ended.flatMap(toPutBack);
  const failed = ended.flatMap(toFailed);
  await Promise.all([waiting.length > 0 && putBack(db, waiting), failed.length > 0 && bury(db, failed)]);
}

function toPutBack({ row: { id, run }, ending }: Ended): PutBack[] {
  if (ending.outcome === 'later') return [{ id, run, afterSeconds: ending.afterSeconds, failed: false }];
  if (ending.outcome === 'retry') return [{ id, run, afterSeconds: ending.afterSeconds, failed: true }];
  if (ending.outcome === 'handed-back') return [{ id, run, afterSeconds: 0, failed: false }];
  return [];
}

function toFailed({ row: { id, run }, ending }: Ended): Failed[] {
  return ending.outcome === 'gave-up' ? [{ id, run, reason: ending.reason }] : [];
}
