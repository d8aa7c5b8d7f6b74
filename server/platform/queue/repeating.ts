// A job that repeats. The next run is enqueued before the work starts, so that no failure ends the chain; a retried run does
// not enqueue twice, because waiting jobs with the same key are merged.
import type { Context } from '../context.ts';
import type { JobCall, JobHandler, SystemJob } from './job.ts';

/** Handles `job` by doing `work` at this interval, however each run ends. The job must have a key. */
export function repeating(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  job: SystemJob<object>,
  everySeconds: number,
  work: (call: JobCall) => Promise<unknown>,
): JobHandler<object> {
  return {
    async run(_payload, call) {
      await queue.enqueue(db.kysely, job, {}, { afterSeconds: everySeconds });
      await work(call);
    },
  };
}
