// Finds the search results of an organic campaign: the first hundred, with what is known of each page.
import { jobFailure } from '../engine/job-failure.ts';
import { type OrganicSearch, searchOrganic } from '../engine/search/organic-search.ts';
import { zeusOwnSearch } from '../engine/search/zeus-own.ts';
import { advanceCampaign } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { endCampaignSearch, findCampaignSearch } from './campaign-search.store.ts';
import { insertSearchResults } from './search-results.store.ts';

const maxResults = 100;

type Parts = Pick<Context, 'db' | 'queue' | 'outbound'>;

export function findSearchResultsJob(
  { db, queue, outbound }: Parts,
  providers: readonly OrganicSearch[] = [zeusOwnSearch(db.kysely)],
): JobHandler<{ campaignId: string }> {
  return {
    async run({ campaignId }, { log, signal }) {
      const campaign = await findCampaignSearch(db.kysely, campaignId);
      if (campaign?.search !== 'waiting') return;
      const request = { keyword: campaign.keyword, limit: maxResults };
      const found = await searchOrganic(providers, request, { outbound, log, signal }).catch((error: unknown) => {
        throw jobFailure(error, campaign.since);
      });
      await db.kysely.transaction().execute(async (tx) => {
        if (!(await endCampaignSearch(tx, campaignId, 'done'))) return;
        await insertSearchResults(tx, { userId: campaign.userId, campaignId }, found);
        await queue.enqueue(tx, advanceCampaign, { campaignId });
      });
    },
    async gaveUp({ campaignId }) {
      await db.kysely.transaction().execute(async (tx) => {
        await endCampaignSearch(tx, campaignId, 'failed');
        await queue.enqueue(tx, advanceCampaign, { campaignId });
      });
    },
  };
}
