// Finds the search results of an organic campaign: the first hundred, with what is known of each page.

import { endCampaignSearch, findCampaignSearch } from '../campaigns/campaign-search.store.ts';
import { isForOperator, jobFailure } from '../engine/job-failure.ts';
import { type OrganicSearch, searchOrganic } from '../engine/search/organic-search.ts';
import { searchSources } from '../engine/search/sources.ts';
import { advanceCampaign } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { insertSearchResults } from './search-results.store.ts';

const maxResults = 100;

type Parts = Pick<Context, 'config' | 'db' | 'log' | 'queue' | 'outbound' | 'vendorOutbound' | 'practice'>;

export function findSearchResultsJob(
  ctx: Parts,
  providers: readonly OrganicSearch[] = searchSources(ctx),
): JobHandler<{ campaignId: string }> {
  const { db, queue, outbound } = ctx;
  return {
    async run({ campaignId }, { log, signal }) {
      const campaign = await findCampaignSearch(db.kysely, campaignId);
      if (campaign?.search !== 'waiting') return;
      const request = { keyword: campaign.keyword, place: campaign.place, limit: maxResults };
      const found = await searchOrganic(providers, request, { outbound, log, signal }).catch((error: unknown) => {
        throw jobFailure(error, campaign.since);
      });
      await db.kysely.transaction().execute(async (tx) => {
        if (!(await endCampaignSearch(tx, campaignId, 'done'))) return;
        await insertSearchResults(tx, { userId: campaign.userId, campaignId }, found);
        await queue.enqueue(tx, advanceCampaign, { campaignId });
      });
    },
    async gaveUp({ campaignId }, reason) {
      await db.kysely.transaction().execute(async (tx) => {
        await endCampaignSearch(tx, campaignId, 'failed', isForOperator(reason) ? 'account' : null);
        await queue.enqueue(tx, advanceCampaign, { campaignId });
      });
    },
  };
}
