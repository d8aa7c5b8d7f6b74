// 'Stop': ends the step that Zeus is working on. What has arrived stays and is paid for. Jobs under way find that nobody waits for
// the rest any more: they deliver nothing and charge nothing.
import { campaignBadge } from '../../../shared/campaign.ts';
import { lockCampaign } from '../../campaigns/campaigns.store.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import { stopLateFetches } from '../../contacts/rows/contacts.store.ts';
import type { Context } from '../../platform/context.ts';
import { advance } from '../orchestration/advance.ts';
import { endWaiting } from '../orchestration/end-waiting.ts';

export interface StopOrder {
  userId: string;
  campaignId: string;
  /** When the step began that the user saw. A click that arrives late must not stop the next step. */
  startedAt?: string | undefined;
}

/** False when nothing was running any more, or another step than the one the user saw. Throws AppError not-found. */
export async function stopCampaign(
  { db }: Pick<Context, 'db'>,
  { userId, campaignId, startedAt }: StopOrder,
): Promise<boolean> {
  return db.kysely.transaction().execute(async (tx) => {
    const campaign = await lockCampaign(tx, { campaignId, userId });
    if (!campaign) throw noSuchCampaign();
    if (campaignBadge(campaign.status) !== 'loader') return false;
    if (startedAt !== undefined && campaign.stepStartedAt?.getTime() !== Date.parse(startedAt)) return false;
    await endWaiting(tx, campaignId, 'stopped');
    // Emails that slow mail servers were to confirm later would still be charged.
    if (campaign.status === 'Waiting for Emails') await stopLateFetches(tx, campaignId);
    await advance(tx, campaignId);
    return true;
  });
}
