import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BacklinkPrice } from '../../../shared/api/prices.ts';
import { ApiError } from '../../platform/api.ts';
import { savesDone } from '../../platform/pending-saves.ts';
import { rowsKey } from '../../platform/rows.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { isSelectionChanged, readBacklinkPrice } from '../campaigns.api.ts';

/** The action to confirm. */
export interface PricedOrder {
  readonly price: BacklinkPrice;
  /** The search results that the page showed as kept, or those that were priced if it shows none. */
  readonly keptIds: readonly string[];
}

/**
 * Reads the price of getting backlinks, after pending choices are saved; `priced` is for the dialog that asks the user. `ask`
 * takes the search results that the page shows as kept, if it shows them.
 */
export function useGetBacklinks(campaignId: string) {
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const { mutate, data, reset, isPending, error } = useMutation({
    // Another campaign on the same page starts over.
    mutationKey: ['backlink-price', campaignId],
    mutationFn: async (shown: readonly string[] | undefined): Promise<PricedOrder> => {
      await savesDone(queryClient, campaignId);
      const price = await readBacklinkPrice(campaignId);
      if (shown && !isSame(shown, price.keptIds)) throw new ApiError('selection-changed', selectionChanged, 409);
      return { price, keptIds: price.keptIds };
    },
    onError(problem) {
      // The page that would say so is gone.
      if (!isShown()) showToast('error', problem.message);
      if (isSelectionChanged(problem))
        void queryClient.invalidateQueries({ queryKey: rowsKey('search-results', campaignId) });
    },
  });
  return { ask: (shown?: readonly string[]) => mutate(shown), isPending, error, priced: data, close: reset };
}

const selectionChanged = 'Your selection has changed since this page was shown. Check it and try again.';

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;
