// Wants a screenshot of every backlink of a campaign. Called by whoever has just found them, in the same transaction.
import { takeScreenshots } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { Kdb } from '../platform/db.ts';
import { wantScreenshots } from './orders.store.ts';

/** As many runs as may work at once over all processes; one process runs two of them (jobs.ts). */
const lanes = 4;

/** Safe to repeat, also after more backlinks were found. Rejects like any query. */
export async function requestScreenshots(
  ctx: Pick<Context, 'queue'>,
  tx: Kdb,
  campaign: { userId: string; campaignId: string },
): Promise<void> {
  const waiting = await wantScreenshots(tx, campaign);
  if (waiting > 0) await enqueueTaking(ctx, tx);
}

/** Has somebody look at what waits. */
export async function enqueueTaking({ queue }: Pick<Context, 'queue'>, tx: Kdb): Promise<void> {
  await queue.enqueueMany(
    tx,
    takeScreenshots,
    Array.from({ length: lanes }, (_, lane) => ({ lane })),
  );
}
