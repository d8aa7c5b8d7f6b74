// Takes pages until none waits. The list is in the database, so a run may end anywhere and another goes on.
import { setTimeout as wait } from 'node:timers/promises';
import { takeScreenshots } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { JobCall, JobHandler } from '../../platform/queue/job.ts';
import { orderTaking } from '../order-screenshots.ts';
import { claimNext, failWaiting, giveBack, reviveFailed } from './claims.store.ts';
import type { Screenshots } from './open-screenshots.ts';
import { takeOne } from './take-one.ts';

/** Then a run hands over to the next, so that none comes near its time limit. */
const shiftMs = 120_000;

/** Handles pictures.take. */
export function takeScreenshotsJob(ctx: Context, { providers }: Screenshots): JobHandler<{ lane: number }> {
  return {
    async run({ lane }, call) {
      const until = Date.now() + shiftMs;
      let isFirstReady = true;
      while (Date.now() < until) {
        call.signal.throwIfAborted();
        const settlement = await takeNext(ctx, providers, call);
        if (settlement === undefined) return;
        if (settlement.state === 'ready' && isFirstReady) await reviveAll(ctx);
        isFirstReady &&= settlement.state !== 'ready';
      }
      await ctx.queue.enqueue(ctx.db.kysely, takeScreenshots, { lane });
    },
  };
}

/** There is a browser: what failed for want of one can be taken. */
async function reviveAll(ctx: Context): Promise<void> {
  if ((await reviveFailed(ctx.db.kysely, 'no-browser')) > 0) await orderTaking(ctx, ctx.db.kysely);
}

/** Undefined when nothing waits. */
async function takeNext(ctx: Context, providers: Screenshots['providers'], { log, signal }: JobCall) {
  const db = ctx.db.kysely;
  const claim = await claimNext(db);
  if (claim === undefined) return undefined;
  try {
    const settlement = await takeOne(ctx, { claim, providers, log, signal });
    // Without a browser each of them would end the same way.
    if (settlement.state === 'failed' && settlement.reason === 'no-browser') await failWaiting(db, 'no-browser');
    return settlement;
  } catch (error) {
    await Promise.race([giveBack(db, claim).catch(() => undefined), wait(1000)]);
    throw error;
  }
}
