import { failWaitingBacklinks } from '../../backlinks/contact-searches.store.ts';
import { endCampaignSearch } from '../../campaigns/campaign-search.store.ts';
import type { Tx } from '../../platform/db.ts';
import { failBacklinkSearches } from '../../search-results/search-results.store.ts';

/** Fails everything a campaign waits for. */
export async function failWaiting(tx: Tx, campaignId: string): Promise<void> {
  await endCampaignSearch(tx, campaignId, 'failed');
  await failBacklinkSearches(tx, campaignId);
  await failWaitingBacklinks(tx, campaignId);
}
