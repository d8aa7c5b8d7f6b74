// 'Get backlinks': makes the kept search results wait for their backlinks and enqueues the job that finds them.
import { AppError } from '../../../shared/errors.ts';
import { awaitCampaignSearch } from '../../campaigns/campaign-search.store.ts';
import { type LockedCampaign, lockCampaign } from '../../campaigns/campaigns.store.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import { lockBalance } from '../../credits/credits.store.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { startStep } from '../conducting/start-step.ts';
import { awaitBacklinks } from './await-backlinks.ts';
import { countKept } from './kept-rows.store.ts';
import { noBacklinkCredit, refuseOtherSelection, refuseWhileBusy } from './refusals.ts';

const status = 'Waiting for Backlinks';

export interface BacklinkOrder {
  userId: string;
  campaignId: string;
  /** The search results that were kept on the user's screen. */
  keptIds?: readonly string[];
}

/**
 * Returns the message for the user. Search results requested before are not searched again, unless they failed or the credits
 * did not suffice. Throws AppError: not-found, bad-input, nothing-kept, selection-changed, no-credit, busy.
 */
export async function getBacklinks(ctx: Pick<Context, 'db' | 'queue'>, order: BacklinkOrder): Promise<string> {
  const { userId, campaignId, keptIds } = order;
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const balance = await lockBalance(tx, userId, 'backlink');
    const campaign = await lockCampaign(tx, { campaignId, userId });
    if (!campaign) throw noSuchCampaign();
    refuseWhileBusy(campaign, status);
    if (!(await awaitMore(tx, campaign, keptIds))) {
      return campaign.status === status
        ? 'Zeus is already finding backlinks.'
        : 'Zeus has already found all backlinks.';
    }
    if (!balance) throw noBacklinkCredit();
    await startStep(ctx, tx, { userId, campaignId, status });
    return 'Zeus is finding backlinks now.';
  });
}

/** True if there is something to find that was not requested before. */
async function awaitMore(
  tx: Tx,
  { id, type, leftOut }: LockedCampaign,
  keptIds: BacklinkOrder['keptIds'],
): Promise<boolean> {
  if (type === 'BYOB') throw new AppError('bad-input', 'This campaign already has your own backlinks.');
  if (type === 'Magic Campaign') {
    if (leftOut > 0) await awaitCampaignSearch(tx, id);
    return leftOut > 0;
  }
  if ((await countKept(tx, 'search_results', id)) === 0) {
    throw new AppError('nothing-kept', 'Please pick at least one search result.');
  }
  const waiting = await awaitBacklinks(tx, id, ['none', 'failed', 'no-credit']);
  await refuseOtherSelection(tx, { table: 'search_results', campaignId: id, keptIds });
  return waiting > 0;
}
