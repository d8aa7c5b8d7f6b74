import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { askAgainMs, campaignQuery, campaignsQuery, isWorking } from './campaigns.api.ts';

/** The campaign of the address, at once where the list of campaigns has it, and how often its rows are to be asked for. */
export function useCampaign() {
  const { campaignId = '' } = useParams();
  const queryClient = useQueryClient();
  const fromList = () => queryClient.getQueryData(campaignsQuery.queryKey)?.find(({ id }) => id === campaignId);
  const query = useQuery({ ...campaignQuery(campaignId), placeholderData: fromList });
  const isBusy = query.data !== undefined && isWorking(query.data);
  return { campaignId, campaign: query.data, isBusy, refetchInterval: isBusy ? askAgainMs : (false as const), query };
}
