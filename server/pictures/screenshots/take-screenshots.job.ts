// Captures pages until none is waiting. The queue is in the database, so a run may end anywhere and another continues.
import { setTimeout as wait } from 'node:timers/promises';
import { takeScreenshots } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { enqueueTaking } from '../request-screenshots.ts';
import { type Claim, claimNext, failWaiting, releaseClaim, reviveFailed } from './claims.store.ts';
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

/** Handles pictures.take. */
export function takeScreenshotsJob(
  ctx: Context,
  { providers }: Pick<Screenshots, 'providers'>,
): JobHandler<{ lane: number }> {
  return {
    async run({ lane }, call) {
      const until = Date.now() + shiftMs;
      const open = new Set<Promise<void>>();
      let hasBrowser = false;

      async function take(claim: Claim): Promise<void> {
        const settlement = await takeClaimed(ctx, { claim, providers, ...call });
        if (settlement.state !== 'ready' || hasBrowser) return;
        hasBrowser = true;
        await reviveAll(ctx);
      }

      try {
        while (Date.now() < until) {
          call.signal.throwIfAborted();
          const claim = open.size <= maxSlow ? await claimNext(ctx.db.kysely) : undefined;
          if (claim) await untilSlow(open, take(claim));
          else if (open.size > 0) await Promise.race([...open, wait(lookAgainMs)]);
          else return;
        }
      } finally {
        await Promise.allSettled(open);
      }
      await ctx.queue.enqueue(ctx.db.kysely, takeScreenshots, { lane });
    },
  };
}

/** Waits for the page, but not for long: a slow one stays open. Rejects if the page does meanwhile. */
async function untilSlow(open: Set<Promise<void>>, page: Promise<void>): Promise<void> {
  open.add(page);
  const close = () => open.delete(page);
  page.then(close, close);
  await Promise.race([page, wait(slowAfterMs, undefined, { ref: false })]);
}

/** There is a browser now: retry what failed because there was none. */
async function reviveAll(ctx: Context): Promise<void> {
  if ((await reviveFailed(ctx.db.kysely)) > 0) await enqueueTaking(ctx, ctx.db.kysely);
}

async function takeClaimed(ctx: Context, taking: Taking): Promise<Settlement> {
  const db = ctx.db.kysely;
  try {
    // The run may have been stopped while the page was being claimed; a provider that waits for the signal would never end.
    taking.signal.throwIfAborted();
    const settlement = await takeOne(ctx, taking);
    // Without a browser each of them would end the same way.
    if (settlement.state === 'failed' && settlement.reason === 'no-browser') await failWaiting(db);
    return settlement;
  } catch (error) {
    const countsAsAttempt = !taking.signal.aborted;
    await Promise.race([releaseClaim(db, taking.claim, { countsAsAttempt }).catch(() => undefined), wait(1000)]);
    throw error;
  }
}
