import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { askAgainMs, campaignQuery, isWorking } from './campaigns.api.ts';

/** The campaign of the address, and how often its rows are to be asked for. */
export function useCampaign() {
  const { campaignId = '' } = useParams();
  const query = useQuery(campaignQuery(campaignId));
  const isBusy = query.data !== undefined && isWorking(query.data);
  return { campaignId, campaign: query.data, isBusy, refetchInterval: isBusy ? askAgainMs : (false as const), query };
}
