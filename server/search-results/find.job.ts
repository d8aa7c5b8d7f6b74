// Finds the search results of an organic campaign: as many as the user wants, a hundred at most, with the known figures of each page.
import { maxResults } from '../../shared/targeting-values.ts';
import { endCampaignSearch, findCampaignSearch, noteFiguresProblem } from '../campaigns/campaign-search.store.ts';
import { canWait, isForOperator, jobFailure } from '../engine/job-failure.ts';
import { figureNames } from '../engine/metrics/figures.ts';
import { fillGaps } from '../engine/metrics/fill-gaps.ts';
import { noteDiscounts } from '../engine/metrics/note-discounts.ts';
import { metricsSources } from '../engine/metrics/sources.ts';
import { type FoundResult, type OrganicSearch, searchOrganic } from '../engine/search/organic-search.ts';
import { searchSources } from '../engine/search/sources.ts';
import { advanceCampaign } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { insertSearchResults } from './search-results.store.ts';

const urlOf = ({ url }: { url: string }) => url;

type Parts = Pick<Context, 'config' | 'db' | 'log' | 'queue' | 'outbound' | 'vendorOutbound' | 'practice'>;

export function findSearchResultsJob(
  ctx: Parts,
  providers: readonly OrganicSearch[] = searchSources(ctx),
): JobHandler<{ campaignId: string }> {
  const { db, queue, outbound } = ctx;
  const metrics = metricsSources(ctx);
  return {
    async run({ campaignId }, { log, signal }) {
      const campaign = await findCampaignSearch(db.kysely, campaignId);
      if (campaign?.search !== 'waiting') return;
      const { keyword, place, since, targeting } = campaign;
      const { results: limit = maxResults, ...wanted } = targeting;
      const call = { outbound, log, signal, canWait: canWait(since) };
      const search = async () => {
        const found = await searchOrganic(providers, { keyword, place, limit, ...wanted }, call);
        const filled = await fillGaps<FoundResult>(found, {
          sources: metrics,
          figures: figureNames,
          urlOf,
          call,
          since,
        });
        return { ...filled, rows: await noteDiscounts(db.kysely, filled.rows, urlOf) };
      };
      const found = await search().catch((error: unknown) => {
        throw jobFailure(error, since);
      });
      await db.kysely.transaction().execute(async (tx) => {
        if (!(await endCampaignSearch(tx, campaignId, 'done'))) return;
        await insertSearchResults(tx, { userId: campaign.userId, campaignId }, found.rows);
        await noteFiguresProblem(tx, campaignId, found.problem);
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
