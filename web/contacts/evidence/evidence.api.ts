import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api.ts';
import { rowsKey } from '../../platform/rows.ts';
import { showToast } from '../../ui/toast/toasts.ts';

/** Read again with every live notice about the campaign's contacts. */
export const evidenceQuery = (campaignId: string, id: string) =>
  queryOptions({
    queryKey: [...rowsKey('contacts', campaignId), 'evidence', id],
    queryFn: ({ signal }) => callApi('GET /data/contacts/{id}/evidence', { params: { id }, signal }),
  });

/** Asks the mail server once more. Free. */
export function useCheckEmail(campaignId: string, contactId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('POST /api/contacts/{contactId}/check', { params: { contactId } }),
    onSuccess(answer) {
      if ('pending' in answer) showToast('info', 'The mail server is slow to respond. The result will appear here.');
      else queryClient.setQueryData(evidenceQuery(campaignId, contactId).queryKey, answer);
    },
    onError: (error) => showToast('error', error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: rowsKey('contacts', campaignId) }),
  });
}
