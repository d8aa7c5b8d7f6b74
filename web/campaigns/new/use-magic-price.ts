import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MagicPrice } from '../../../shared/api/prices.ts';
import { ApiError } from '../../platform/api.ts';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { type NewCampaign, readMagicPrice } from '../campaigns.api.ts';
import { sentences } from './campaign-form.ts';
import { describeProblem } from './use-start-campaign.tsx';

interface PricedSearch {
  readonly campaign: NewCampaign;
  readonly price: MagicPrice;
}

/** Reads the price of a Magic Search; `toConfirm` is for the dialog that asks the user. `ask` returns any problems. */
export function useMagicPrice() {
  const queryClient = useQueryClient();
  const [toConfirm, setToConfirm] = useState<PricedSearch | null>(null);
  const ask = async (campaign: NewCampaign): Promise<FormProblems | undefined> => {
    try {
      const price = await readMagicPrice();
      if (price.balance === 0) throw new ApiError('no-credit', sentences.noCredit, 402);
      setToConfirm({ campaign, price });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'no-credit') void queryClient.invalidateQueries({ queryKey: ['profiles'] });
      return { form: describeProblem(error) };
    }
  };
  return { ask, toConfirm, close: () => setToConfirm(null) };
}
