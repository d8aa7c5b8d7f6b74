// Writes down how jobs ended that are not simply deleted (lane.ts), many in one statement. Safe to repeat: pg-boss and our
// own statements only touch the attempt that was fetched, so a job that another worker has taken over is left alone.
import type { PgBoss } from 'pg-boss';
import type { Ending, JobRow } from './run-job.ts';
import { makeLastAttempt, type PutBack, putBack } from './statements.ts';

export interface Ended {
  row: JobRow;
  ending: Ending;
}

/** Rejects when the database cannot be reached; then some may be written and all may be tried again. */
export async function settle(boss: PgBoss, name: string, ended: readonly Ended[]): Promise<void> {
  const done = ended.filter(({ ending }) => ending.outcome === 'done').map(({ row }) => row);
  const waiting = ended.flatMap(toPutBack);
  await Promise.all([
    done.length > 0 && boss.complete(name, done),
    waiting.length > 0 && putBack(boss.getDb(), name, waiting),
    ...ended.map((one) => bury(boss, one)),
  ]);
}

function toPutBack({ row, ending }: Ended): PutBack[] {
  if (ending.outcome === 'later') return [{ row, afterSeconds: ending.afterSeconds, sameAttempt: true }];
  if (ending.outcome === 'retry') return [{ row, afterSeconds: ending.afterSeconds, sameAttempt: false }];
  if (ending.outcome === 'handed-back') return [{ row, afterSeconds: 0, sameAttempt: true }];
  return [];
}

async function bury(boss: PgBoss, { row, ending }: Ended): Promise<void> {
  if (ending.outcome !== 'gave-up') return;
  await makeLastAttempt(boss.getDb(), row);
  await boss.fail(row.name, row, { reason: ending.reason });
}
