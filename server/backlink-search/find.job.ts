// Finds a campaign's backlinks: those of its waiting search results, or the pages of a Magic Search.
import { endCampaignSearch, findCampaignSearch, noteSearchFailure } from '../campaigns/campaign-search.store.ts';
import { type BacklinkSources, backlinkSources } from '../engine/backlinks/sources.ts';
import { canWait, isForOperator, jobFailure } from '../engine/job-failure.ts';
import { advanceCampaign } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { endWaitingSearches } from '../search-results/search-results.store.ts';
import { findByKeyword } from './find-by-keyword.ts';
import { findByResults } from './find-by-results.ts';

export function findBacklinksJob(
  ctx: Context,
  sources: BacklinkSources = backlinkSources(ctx),
): JobHandler<{ campaignId: string }> {
  const { db, queue, outbound } = ctx;
  return {
    async run({ campaignId }, { log, signal }) {
      const campaign = await findCampaignSearch(db.kysely, campaignId);
      if (!campaign) return;
      const find = campaign.type === 'Magic Campaign' ? findByKeyword : findByResults;
      const call = { outbound, log, signal, canWait: canWait(campaign.since) };
      const search = { ...campaign, campaignId, sources, call };
      await find(ctx, search).catch((error: unknown) => {
        throw jobFailure(error, campaign.since);
      });
    },
    async gaveUp({ campaignId }, reason) {
      await db.kysely.transaction().execute(async (tx) => {
        const failure = isForOperator(reason) ? 'account' : null;
        await endCampaignSearch(tx, campaignId, 'failed', failure);
        await noteSearchFailure(tx, campaignId, failure);
        await endWaitingSearches(tx, campaignId);
        await queue.enqueue(tx, advanceCampaign, { campaignId });
      });
    },
  };
}
