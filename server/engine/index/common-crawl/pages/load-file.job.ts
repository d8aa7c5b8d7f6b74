// Loads one file of a crawl in the background, and publishes the part once all of its files are there. Files that are no longer
// wanted, because the load was paused or the release dropped, end at once.
import type { Kdb } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { type JobCall, type JobHandler, RetryLater } from '../../../../platform/queue/job.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { checkDiskForIndexes, type DiskBudget } from '../disk-budget.ts';
import { LockLost } from '../load-lock.ts';
import { SourceUnavailable } from '../source/crawl-source.ts';
import { forgetFile } from '../source/read-file.ts';
import { forgetCrawl, forgetOtherCrawls } from './downloads.ts';
import type { FileToLoad } from './load-file.ts';
import { findFile, stopLoad } from './page-parts.store.ts';

export interface LoadFileContext {
  db: Kdb;
  engine: Pick<IndexEngine, 'publish'>;
  budget: DiskBudget;
  /** loadFile, in a thread of its own or here. */
  load(file: FileToLoad, signal: AbortSignal): Promise<'loaded' | 'busy'>;
}

const busySeconds = 5;

export function loadFileJob(ctx: LoadFileContext): JobHandler<FileToLoad> {
  return {
    async run(file, call) {
      try {
        await loadAndPublish(ctx, file, call);
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        await stopLoad(ctx.db, file.part, problem);
      }
    },
    gaveUp: ({ part, path }, reason) => stopLoad(ctx.db, part, `${path} could not be loaded: ${reason}`),
  };
}

async function loadAndPublish(ctx: LoadFileContext, file: FileToLoad, { log, signal }: JobCall): Promise<void> {
  const { db, engine, budget } = ctx;
  const { folder } = budget;
  const found = await findFile(db, file);
  if (found === null) return;
  await forgetOtherCrawls({ db, log }, { folder, crawl: found.crawl });
  // After a kill, the same file may have been loaded by another process meanwhile.
  if (found.isLoaded) await forgetFile(folder, file.path);
  else if ((await ctx.load(file, signal)) === 'busy') throw new RetryLater(busySeconds);
  await checkDiskForIndexes(db, budget);
  if (await engine.publish(file.part)) await forgetCrawl(folder, found.crawl);
}

/** What only the operator can solve, or time: the load stops, and says so. Null for errors that another attempt may survive. */
export function problemOf(error: unknown): string | null {
  // The next attempt takes the lock again, once the database is back.
  if (error instanceof LockLost) return null;
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof SourceUnavailable)) return null;
  return `${error.message} Run the same command later to continue.`;
}
