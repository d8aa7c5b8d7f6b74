// Captures pages until none is waiting. The queue is in the database, so a run may end anywhere and another continues.
import { setTimeout as wait } from 'node:timers/promises';
import { NoPictureNow } from '../../engine/screenshots/screenshot-provider.ts';
import { takeScreenshots } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import { type JobHandler, RetryLater } from '../../platform/queue/job.ts';
import { enqueueTaking } from '../request-screenshots.ts';
import { type Claim, claimNext, failWaiting, keepClaim, releaseClaim, reviveFailed } from './claims.store.ts';
import type { Screenshots } from './open-screenshots.ts';
import type { Settlement } from './settle-screenshot.ts';
import { type Taking, takeOne } from './take-one.ts';

/** Then a run hands over to the next, so that none reaches its time limit. */
const shiftMs = 120_000;

/** A page that takes longer mostly waits for its site: the run continues with the next one meanwhile. */
const slowAfterMs = 3_000;
/** Slow pages that a run keeps open. They cost memory, but hardly any CPU. */
const maxSlow = 4;
/** How often a run that only waits for slow pages looks for others. */
const lookAgainMs = 500;

/** A page that could not be taken for a reason of ours waits this long. */
const notNowSeconds = 30;

/** Handles pictures.take. */
export function takeScreenshotsJob(
  ctx: Context,
  { providers }: Pick<Screenshots, 'providers'>,
): JobHandler<{ lane: number }> {
  return {
    async run({ lane }, call) {
      const until = Date.now() + shiftMs;
      const open = new Set<Promise<void>>();
      const failures: unknown[] = [];
      let hasBrowser = false;

      async function take(claim: Claim): Promise<void> {
        const settlement = await takeClaimed(ctx, { claim, providers, ...call });
        if (settlement.state !== 'ready' || hasBrowser) return;
        hasBrowser = true;
        await reviveAll(ctx);
      }

      /** Waits for the page, but not for long: a slow one stays open. */
      async function untilSlow(claim: Claim): Promise<void> {
        const page = take(claim)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => open.delete(page));
        open.add(page);
        await Promise.race([page, wait(slowAfterMs, undefined, { ref: false })]);
      }

      let isOver = false;
      try {
        while (failures.length === 0 && !isOver && Date.now() < until) {
          call.signal.throwIfAborted();
          const claim = open.size <= maxSlow ? await claimNext(ctx.db.kysely) : undefined;
          if (claim) await untilSlow(claim);
          else if (open.size > 0) await Promise.race([...open, wait(lookAgainMs)]);
          else isOver = true;
        }
      } finally {
        await Promise.allSettled(open);
      }
      if (failures.length > 0) throw failures[0];
      if (!isOver) await ctx.queue.enqueue(ctx.db.kysely, takeScreenshots, { lane });
    },
  };
}

/** There is a browser now: retry what failed because there was none. */
async function reviveAll(ctx: Context): Promise<void> {
  if ((await reviveFailed(ctx.db.kysely)) > 0) await enqueueTaking(ctx, ctx.db.kysely);
}

async function takeClaimed(ctx: Context, taking: Taking): Promise<Settlement> {
  const { claim, log, signal } = taking;
  const db = ctx.db.kysely;
  const leaveClaim = keepClaim(db, claim);
  try {
    // The run may have been stopped while the page was being claimed; a provider that waits for the signal would never end.
    signal.throwIfAborted();
    const settlement = await takeOne(ctx, taking);
    // Without a browser each of them would end the same way.
    if (settlement.state === 'failed' && settlement.reason === 'no-browser') await failWaiting(db);
    return settlement;
  } catch (error) {
    const isNotNow = error instanceof NoPictureNow;
    const countsAsAttempt = !signal.aborted && !isNotNow;
    if (!signal.aborted) log.warn({ err: error, url: claim.url }, 'the page goes back to the queue');
    await Promise.race([releaseClaim(db, claim, { countsAsAttempt }).catch(() => undefined), wait(1000)]);
    throw isNotNow ? new RetryLater(notNowSeconds) : error;
  } finally {
    leaveClaim();
  }
}
