// 'Get backlinks': makes the kept search results wait for their backlinks and enqueues the job that finds them.
import type { BacklinkOrder } from '../../../shared/api/campaigns.ts';
import { AppError } from '../../../shared/errors.ts';
import { awaitCampaignSearch } from '../../campaigns/campaign-search.store.ts';
import { type LockedCampaign, lockCampaign, setLimit } from '../../campaigns/campaigns.store.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import { lockBalance } from '../../credits/credits.store.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { unfinishedSearches } from '../../search-results/search-results.store.ts';
import { startStep } from '../orchestration/start-step.ts';
import { priceOf } from '../prices/backlink-price.ts';
import { readOrderFactsIn } from '../prices/prices.store.ts';
import { addLimits } from './add-limits.ts';
import { awaitBacklinks } from './await-backlinks.ts';
import { countKept } from './kept-rows.store.ts';
import { noBacklinkCredit, refuseOtherSelection, refuseWhileBusy } from './refusals.ts';

const status = 'Waiting for Backlinks';

/**
 * Returns the message for the user. Search results that were searched before are searched again only if something of them is
 * missing: the search failed or was stopped, or credits or the limit did not suffice. Throws AppError: not-found, bad-input,
 * nothing-kept, selection-changed, no-credit, busy.
 */
export async function getBacklinks(
  ctx: Pick<Context, 'db' | 'queue'>,
  order: BacklinkOrder & { userId: string },
): Promise<string> {
  const { userId, campaignId, keptIds, limit = null } = order;
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const balance = await lockBalance(tx, userId, 'backlink');
    const campaign = await lockCampaign(tx, { campaignId, userId });
    if (!campaign) throw noSuchCampaign();
    refuseWhileBusy(campaign, status);
    const allowed = await limitWith(tx, campaign, limit);
    if (!(await awaitMore(tx, campaign, keptIds))) {
      return campaign.status === status
        ? 'Zeus is already finding backlinks.'
        : 'Zeus has already found all backlinks.';
    }
    if (!balance) throw noBacklinkCredit();
    await setLimit(tx, campaignId, 'backlinks_left', allowed);
    await startStep(ctx, tx, { userId, campaignId, status });
    return 'Backlink search started.';
  });
}

/** What the order may deliver together with one under way that it joins, before any of its search results wait. */
async function limitWith(tx: Tx, { id, userId, backlinksLeft }: LockedCampaign, limit: number | null) {
  const underWay = await readOrderFactsIn(tx, userId, { campaignId: id, states: ['waiting'] });
  // A Magic Search is one order at a time.
  if (!underWay?.referringDomains.length) return limit;
  const added = await readOrderFactsIn(tx, userId, { campaignId: id, states: unfinishedSearches });
  if (!added) return limit;
  return addLimits([
    { limit, most: priceOf(added).most },
    { limit: backlinksLeft, most: priceOf(underWay).most },
  ]);
}

/** True when there is something to find that was not asked for before. */
async function awaitMore(tx: Tx, campaign: LockedCampaign, keptIds: BacklinkOrder['keptIds']): Promise<boolean> {
  const { id, type } = campaign;
  if (type === 'BYOB')
    throw new AppError('bad-input', 'This campaign uses your own list, so there are no backlinks to get.');
  if (type === 'Magic Campaign') {
    const isMore = hasMoreMagic(campaign);
    if (isMore) await awaitCampaignSearch(tx, id);
    return isMore;
  }
  if ((await countKept(tx, 'search_results', id)) === 0) {
    throw new AppError('nothing-kept', 'Please select at least one search result.');
  }
  const waiting = await awaitBacklinks(tx, id, unfinishedSearches);
  await refuseOtherSelection(tx, { table: 'search_results', campaignId: id, keptIds });
  return waiting > 0;
}

/** Whether a Magic Search can be repeated for more: it left something out, or was stopped. */
const hasMoreMagic = ({ leftOut, overLimit, search }: LockedCampaign) =>
  leftOut + overLimit > 0 || search === 'stopped';
