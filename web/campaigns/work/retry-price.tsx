import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Campaign } from '../../../shared/campaign.ts';
import { callApi } from '../../platform/api.ts';
import { savesDone } from '../../platform/pending-saves.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import type { KeptRows } from '../campaigns.api.ts';

/** Read whenever the panel appears or the selection changes, after that is saved. */
const retryPriceQuery = (client: QueryClient, { id, failed_step: failedStep }: Campaign, kept: KeptRows | undefined) =>
  queryOptions({
    queryKey: ['retry-price', id, failedStep, kept?.ids] as const,
    queryFn: async ({ signal }) => {
      await savesDone(client, id, signal);
      return callApi('GET /data/campaigns/{id}/retry-price', { params: { id }, signal });
    },
    // Searching is free.
    enabled: failedStep !== 'search-results',
    gcTime: 0,
  });

interface RetryPriceProps {
  campaign: Campaign;
  /** What the page shows as kept. */
  kept?: KeptRows | undefined;
}

/** What Retry and Continue can cost at most; nothing while that is not known. */
export function RetryPrice({ campaign, kept }: RetryPriceProps) {
  const { data } = useQuery(retryPriceQuery(useQueryClient(), campaign, kept));
  if (!data || data.most === 0) return null;
  const kind = campaign.failed_step === 'backlinks' ? 'backlink credit' : 'email credit';
  return (
    <p className="mt-2 text-sm">
      It costs at most {countOf(Math.min(data.most, data.balance), kind)}. You have {formatNumber(data.balance)}.
    </p>
  );
}
