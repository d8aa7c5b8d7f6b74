import { endWaitingBacklinks } from '../../backlinks/contact-searches.store.ts';
import { endCampaignSearch } from '../../campaigns/campaign-search.store.ts';
import type { Tx } from '../../platform/db.ts';
import { endWaitingSearches } from '../../search-results/search-results.store.ts';

/** Ends everything that a campaign waits for, as failed or as stopped by the user. */
export async function endWaiting(tx: Tx, campaignId: string, how: 'failed' | 'stopped' = 'failed'): Promise<void> {
  await endCampaignSearch(tx, campaignId, how);
  await endWaitingSearches(tx, campaignId, how);
  await endWaitingBacklinks(tx, campaignId, how);
}
