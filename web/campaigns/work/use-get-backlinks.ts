import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { getBacklinks } from '../campaigns.api.ts';

/** Asks for backlinks and leads to the list of campaigns. */
export function useGetBacklinks(campaignId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => getBacklinks(campaignId),
    async onSuccess({ message }) {
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
      showToast('success', message);
      await navigate(paths.dashboard());
    },
  });
}
