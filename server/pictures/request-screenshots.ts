// Requests a screenshot of every backlink of a campaign, in the transaction that adds the backlinks.
import { copySignals } from '../backlinks/triage/signals.store.ts';
import { takeScreenshots } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { Kdb } from '../platform/db.ts';
import { showLinkChecks } from './links/show-link-checks.ts';
import { wantScreenshots } from './wanted-screenshots.store.ts';

/** The number of concurrent runs over all processes; one process runs two of them (jobs.ts). */
const lanes = 4;

/** Safe to repeat, even after more backlinks were found. Rejects like any query. */
export async function requestScreenshots(
  ctx: Pick<Context, 'queue'>,
  tx: Kdb,
  campaign: { userId: string; campaignId: string },
): Promise<void> {
  const waiting = await wantScreenshots(tx, campaign);
  await showLinkChecks(ctx, tx, campaign);
  await copySignals(tx, { campaignId: campaign.campaignId });
  if (waiting > 0) await enqueueTaking(ctx, tx);
}

/** Enqueues the jobs that capture waiting pages. */
export async function enqueueTaking({ queue }: Pick<Context, 'queue'>, tx: Kdb): Promise<void> {
  await queue.enqueueMany(
    tx,
    takeScreenshots,
    Array.from({ length: lanes }, (_, lane) => ({ lane })),
  );
}
