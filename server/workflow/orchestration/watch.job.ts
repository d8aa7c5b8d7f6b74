// Finds campaigns that have made no progress for a while although Zeus should be working on them: their jobs are gone, after
// restoring a backup or because an operator deleted them. Their work is enqueued again, and failed if that does not help
// either. Existing jobs are left alone: they may wait in the queue, or for as long as a provider has asked for. A campaign
// with a job is never given up. Also stops campaigns of accounts that the operator has closed.

import { type IdleCampaign, listOfClosedAccounts, lockCampaign, pagesOfIdle } from '../../campaigns/campaigns.store.ts';
import { repairContacts } from '../../contacts/repair-contacts.ts';
import { watchCampaigns } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { repeating } from '../../platform/queue/repeating.ts';
import { stopCampaign } from '../steps/stop-campaign.ts';
import { advance } from './advance.ts';
import { endWaiting } from './end-waiting.ts';
import { enqueueWork } from './start-step.ts';

export interface WatchLimits {
  /** Longer than any job of a campaign may run without progress. */
  enqueueAgainSeconds: number;
  giveUpSeconds: number;
  /** Interval between two runs. */
  everySeconds: number;
}

/** How many campaigns with jobs are checked per run for other, lost jobs; the next run continues from there. */
const busyPerRound = 100;

const defaultLimits: WatchLimits = { enqueueAgainSeconds: 900, giveUpSeconds: 3 * 3_600, everySeconds: 60 };

export function watchCampaignsJob(
  ctx: Pick<Context, 'db' | 'queue'>,
  { enqueueAgainSeconds, giveUpSeconds, everySeconds }: WatchLimits = defaultLimits,
): JobHandler<object> {
  const { db, queue } = ctx;
  /** The last campaign with jobs that the previous run checked. */
  let lookedUpTo = '';

  async function repair({ campaignId }: IdleCampaign): Promise<void> {
    await db.kysely.transaction().execute(async (tx) => {
      const campaign = await lockCampaign(tx, { campaignId });
      if (!campaign || campaign.idleSeconds === null || campaign.idleSeconds < enqueueAgainSeconds) return;
      const owner = { userId: campaign.userId, campaignId };
      const isAtWork = (await queue.listAtWork(tx, [owner])).length > 0;
      if (campaign.idleSeconds >= giveUpSeconds && !isAtWork) await endWaiting(tx, campaignId);
      else await enqueueWork(ctx, tx, { ...owner, status: campaign.status }, { unlessUnderWay: true });
      await advance(tx, campaignId);
    });
  }

  /** Every campaign without a job, and some of those with one, because others of their jobs may be lost. */
  async function* toRepair(): AsyncGenerator<IdleCampaign> {
    let busy = 0;
    let lastBusy = '';
    for await (const page of pagesOfIdle(db.kysely, enqueueAgainSeconds)) {
      const atWork = new Set(await queue.listAtWork(db.kysely, page));
      for (const campaign of page) {
        if (atWork.has(campaign) && (campaign.campaignId <= lookedUpTo || busy >= busyPerRound)) continue;
        if (atWork.has(campaign)) {
          busy += 1;
          lastBusy = campaign.campaignId;
        }
        yield campaign;
      }
    }
    lookedUpTo = busy < busyPerRound ? '' : lastBusy;
  }

  return repeating(ctx, watchCampaigns, everySeconds, async ({ log }) => {
    const failures: unknown[] = [];
    for (const campaign of await listOfClosedAccounts(db.kysely)) {
      await stopCampaign(ctx, campaign).catch((error) => failures.push(error));
    }
    for await (const campaign of toRepair()) {
      log.warn(campaign, 'a campaign makes no progress; enqueueing its lost work again');
      // One that cannot be repaired must not delay the others.
      await repair(campaign).catch((error) => failures.push(error));
    }
    await repairContacts(ctx);
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} campaigns could not be repaired or stopped`);
  });
}
