import { queryOptions } from '@tanstack/react-query';
import type { Campaign } from '../../shared/campaign.ts';
import { campaignsPerRead } from '../../shared/limits.ts';
import { callApi } from './api.ts';

/** The user's campaigns, newest first. */
export const campaignListQuery = queryOptions({
  queryKey: ['requests'] as const,
  queryFn: ({ signal }) => readCampaigns(signal),
});

/** All of them. One call returns a limited number; few users have more. */
async function readCampaigns(signal: AbortSignal): Promise<Campaign[]> {
  const all: Campaign[] = [];
  let page: Campaign[];
  do {
    const oldest = all.at(-1);
    page = await callApi('GET /data/requests', { query: { before: oldest?.id }, signal });
    all.push(...page);
  } while (page.length === campaignsPerRead);
  return all;
}
