// Magic Search: one search, at most a hundred pages, charged on delivery.
import { magicMaxCredits } from '../../shared/limits.ts';
import { type CampaignSearch, endCampaignSearch, noteFiguresProblem } from '../campaigns/campaign-search.store.ts';
import { searchMagic } from '../engine/backlinks/magic-search.ts';
import type { BacklinkSources } from '../engine/backlinks/sources.ts';
import { metricsSources } from '../engine/metrics/sources.ts';
import type { Call } from '../engine/provider.ts';
import type { Context } from '../platform/context.ts';
import { deliverBacklinks } from './deliver-backlinks.ts';
import { dropsSome, rateBacklinks } from './rate-backlinks.ts';

export interface BacklinkSearch extends CampaignSearch {
  campaignId: string;
  sources: BacklinkSources;
  call: Call;
}

/** Does nothing if the search has already ended. Throws ProviderError if no source could look. */
export async function findByKeyword(ctx: Context, search: BacklinkSearch): Promise<void> {
  if (search.search !== 'waiting') return;
  const { include, exclude } = search.targeting;
  const someAreDropped = dropsSome(metricsSources(ctx), search);
  const wanted = { ...search, include, exclude, limit: magicMaxCredits, someAreDropped };
  const found = await searchMagic(search.sources.magic, wanted, search.call);
  const rated = await rateBacklinks(ctx, found, { ...search, isByTraffic: true, most: magicMaxCredits });
  await deliverBacklinks(ctx, {
    ...search,
    most: magicMaxCredits,
    pick: async (tx) => ((await endCampaignSearch(tx, search.campaignId, 'done')) ? rated.rows : null),
    close: (tx) => noteFiguresProblem(tx, search.campaignId, rated.problem),
  });
}
