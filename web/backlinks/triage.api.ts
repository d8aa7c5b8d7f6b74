// The calls about the weights of signals.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, type RequestBody } from '../platform/api.ts';

const saveMs = 30_000;

/** The key is the topic of the notices about it. */
export const triageSettingsQuery = queryOptions({
  queryKey: ['triage'] as const,
  queryFn: ({ signal }) => callApi('GET /data/triage', { signal }),
});

/** Resolves once the lists show the new groups. */
export function useSaveTriageSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'PUT /data/triage'>) => callApi('PUT /data/triage', { body, timeoutMs: saveMs }),
    async onSuccess(settings) {
      queryClient.setQueryData(triageSettingsQuery.queryKey, settings);
      await queryClient.invalidateQueries({ queryKey: ['backlinks'] });
    },
  });
}
