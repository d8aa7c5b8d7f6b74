// How many rows of a campaign are in which state.
import { sql } from 'kysely';
import { lockCampaign } from '../../campaigns/campaigns.store.ts';
import type { Tx } from '../../platform/db.ts';
import type { CampaignState, Counts } from './judge.ts';

/** Reads the state of a campaign and its rows, and locks the campaign. Undefined if it was deleted. */
export async function lockCampaignState(tx: Tx, campaignId: string): Promise<CampaignState | undefined> {
  const campaign = await lockCampaign(tx, { campaignId });
  if (!campaign) return undefined;
  // A separate statement after the lock, so that it sees what the previous step wrote.
  const { rows } = await sql<{ results: Counts; pages: Counts; contacts: Counts; slowSites: number }>`
    select ${countsOf('search_results', 'backlink_search', campaignId)} as results,
      ${countsOf('backlinks', 'page_read', campaignId)} as pages,
      ${countsOf('backlinks', 'contact_search', campaignId)} as contacts,
      (select count(*)::int from backlinks where requests_id = ${campaignId} and slow_site
        and (page_read = 'waiting' or contact_search = 'waiting')) as "slowSites"`.execute(tx);
  const { results = {}, pages = {}, contacts = {}, slowSites = 0 } = rows[0] ?? {};
  return {
    ...campaign,
    searchResults: Object.values(results).reduce((sum, count) => sum + count, 0),
    backlinkSearches: results,
    pageReads: pages,
    contactSearches: contacts,
    slowSites,
  };
}

function countsOf(table: string, column: string, campaignId: string) {
  return sql`(select coalesce(json_object_agg(state, rows), '{}') from (
    select ${sql.ref(column)} as state, count(*)::int as rows from ${sql.table(table)}
    where requests_id = ${campaignId} group by 1) counted)`;
}
