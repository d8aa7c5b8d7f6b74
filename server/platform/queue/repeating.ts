// A job that runs again and again. The next run is ordered before the work begins, so that no failure ends the chain; a run
// that is tried again orders nothing twice, since jobs with one key are one while they wait.
import type { Context } from '../context.ts';
import type { JobCall, JobHandler, SystemJob } from './job.ts';

/** Handles `job` by doing `work` every so many seconds, however each run ends. The job must have a key. */
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
