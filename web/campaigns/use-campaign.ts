import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { askAgainMs, campaignQuery, campaignsQuery, isWorking } from './campaigns.api.ts';

/** The campaign in the URL, available at once if the list of campaigns has it, and how often to poll its rows. */
export function useCampaign() {
  const { campaignId = '' } = useParams();
  const queryClient = useQueryClient();
  const fromList = () => queryClient.getQueryData(campaignsQuery.queryKey)?.find(({ id }) => id === campaignId);
  const query = useQuery({ ...campaignQuery(campaignId), placeholderData: fromList });
  const isBusy = query.data !== undefined && isWorking(query.data);
  return { campaignId, campaign: query.data, isBusy, refetchInterval: isBusy ? askAgainMs : (false as const), query };
}
