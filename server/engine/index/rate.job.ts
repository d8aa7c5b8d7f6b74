// Updates the ratings in the background, once for all crawls that ended since the last run.
import type { Context } from '../../platform/context.ts';
import { type JobHandler, RetryLater } from '../../platform/queue/job.ts';
import { rateIndex } from './ratings/rate-index.ts';

const BUSY_SECONDS = 30;

export function rateIndexJob({ db }: Pick<Context, 'db'>): JobHandler<object> {
  return {
    async run(_payload, { log, signal }) {
      const started = performance.now();
      if (!(await rateIndex(db.kysely, signal))) throw new RetryLater(BUSY_SECONDS);
      log.info({ ms: Math.round(performance.now() - started) }, 'index rated');
    },
  };
}
