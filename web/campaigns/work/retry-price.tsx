import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RetryPrice as Price } from '../../../shared/api/prices.ts';
import type { Campaign } from '../../../shared/campaign.ts';
import { callApi } from '../../platform/api.ts';
import { savesDone } from '../../platform/pending-saves.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { actionMs, type KeptRows } from '../campaigns.api.ts';

/** Read whenever the panel appears or the selection changes, after that is saved. */
const retryPriceQuery = (client: QueryClient, { id, failed_step: failedStep }: Campaign, kept: KeptRows | undefined) =>
  queryOptions({
    queryKey: ['retry-price', id, failedStep, kept?.ids] as const,
    queryFn: async ({ signal }) => {
      await savesDone(client, id, signal);
      return callApi('GET /data/campaigns/{id}/retry-price', { params: { id }, signal, timeoutMs: actionMs });
    },
    gcTime: 0,
  });

/** What Retry and Continue can cost. `isKnown`: the user can decide. */
export function useRetryPrice(campaign: Campaign, kept: KeptRows | undefined) {
  const isFree = campaign.failed_step === 'search-results';
  const { data, error, refetch } = useQuery({
    ...retryPriceQuery(useQueryClient(), campaign, kept),
    enabled: !isFree,
  });
  return { price: data, error: data ? null : error, isKnown: isFree || data !== undefined, readAgain: () => refetch() };
}

/** Nothing can be retried before the user buys some. */
export const needsCredits = (price: Price | undefined) => price !== undefined && price.most > 0 && price.balance === 0;

/** What a retry is paid with. */
export const creditOf = ({ failed_step: failedStep }: Pick<Campaign, 'failed_step'>) =>
  failedStep === 'backlinks' ? 'backlink credit' : 'email credit';

interface RetryPriceProps {
  campaign: Campaign;
  price: Price | undefined;
  error: Error | null;
}

/** The price in words, or why it could not be read; nothing if it is free or not known yet. */
export function RetryPrice({ campaign, price, error }: RetryPriceProps) {
  if (error) return <p className="mt-2 font-medium text-error">The price could not be loaded. {error.message}</p>;
  if (!price || price.most === 0) return null;
  const credit = creditOf(campaign);
  if (needsCredits(price)) return <p className="mt-2 text-sm">You have no {credit}s left.</p>;
  return (
    <p className="mt-2 text-sm">
      It costs at most {countOf(Math.min(price.most, price.balance), credit)}. You have {formatNumber(price.balance)}.
    </p>
  );
}
