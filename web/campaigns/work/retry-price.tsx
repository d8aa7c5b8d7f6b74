import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Campaign } from '../../../shared/campaign.ts';
import { callApi } from '../../platform/api.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';

/** Read whenever the panel appears, because the kept rows may have changed. */
const retryPriceQuery = ({ id, mode, failed_step: failedStep }: Campaign) =>
  queryOptions({
    queryKey: ['retry-price', id, failedStep, mode] as const,
    queryFn: ({ signal }): Promise<{ most: number; balance: number }> =>
      failedStep === 'backlinks'
        ? callApi('GET /data/campaigns/{id}/backlink-price', { params: { id }, signal })
        : callApi('GET /data/campaigns/{id}/email-price', {
            params: { id },
            query: { mode: mode ?? 'author' },
            signal,
          }),
    // Searching is free.
    enabled: failedStep !== 'search-results',
    gcTime: 0,
  });

/** What Retry and Continue can cost at most; nothing while that is not known. */
export function RetryPrice({ campaign }: { campaign: Campaign }) {
  const { data } = useQuery(retryPriceQuery(campaign));
  if (!data || data.most === 0) return null;
  const kind = campaign.failed_step === 'backlinks' ? 'backlink credit' : 'email credit';
  return (
    <p className="mt-2 text-sm">
      It costs at most {countOf(Math.min(data.most, data.balance), kind)}. You have {formatNumber(data.balance)}.
    </p>
  );
}
