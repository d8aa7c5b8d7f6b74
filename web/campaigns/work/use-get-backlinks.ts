import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { savesDone } from '../../platform/pending-saves.ts';
import { rowsKey } from '../../platform/rows.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { getBacklinks, isSelectionChanged } from '../campaigns.api.ts';

/**
 * Requests backlinks, after pending choices are saved, and goes to the list of campaigns unless the user has moved on. `start`
 * takes the search results that the page shows as kept, if it shows them.
 */
export function useGetBacklinks(campaignId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const { mutate, ...order } = useMutation({
    // Another campaign on the same page starts over.
    mutationKey: ['get-backlinks', campaignId],
    mutationFn: async (keptIds: readonly string[] | undefined) => {
      await savesDone(queryClient, campaignId);
      return getBacklinks(campaignId, keptIds);
    },
    async onSuccess({ message }) {
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
      showToast('success', message);
    },
    onError(error) {
      // The page says that it is gone.
      if (!isShown()) showToast('error', error.message);
      if (isSelectionChanged(error))
        void queryClient.invalidateQueries({ queryKey: rowsKey('search-results', campaignId) });
    },
  });
  // Passed to this call instead of the hook, so that it is skipped if another campaign is shown by then.
  const onSuccess = () => isShown() && void navigate(paths.dashboard());
  const start = (keptIds?: readonly string[]) => mutate(keptIds, { onSuccess });
  return { ...order, start };
}
