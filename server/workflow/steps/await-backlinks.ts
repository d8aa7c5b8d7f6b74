import { clearLeftOut } from '../../campaigns/campaigns.store.ts';
import type { Tx } from '../../platform/db.ts';
import { awaitBacklinkSearches } from '../../search-results/search-results.store.ts';

/**
 * Makes the campaign's kept search results in these states wait for their backlinks; returns how many are newly waiting. What
 * was left out for lack of credits is found again with them.
 */
export async function awaitBacklinks(
  tx: Tx,
  campaignId: string,
  states: Parameters<typeof awaitBacklinkSearches>[2],
): Promise<number> {
  const waiting = await awaitBacklinkSearches(tx, campaignId, states);
  if (waiting > 0) await clearLeftOut(tx, campaignId);
  return waiting;
}
