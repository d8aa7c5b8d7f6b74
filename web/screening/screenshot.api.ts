// The picture of a backlink's page. Its address is signed and soon void, so it is asked for when it is needed.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Screenshot } from '../../shared/screenshot.ts';
import { callApi } from '../platform/api.ts';

/** A picture that is being taken is asked for again at this pace. */
const askAgainMs = 1_500;
/** Shorter than the address is good for. */
const keptMs = 5 * 60_000;

export const screenshotQuery = (backlinkId: string) =>
  queryOptions({
    queryKey: ['screenshots', backlinkId] as const,
    queryFn: ({ signal }) => callApi<Screenshot>(`/data/backlinks/${backlinkId}/screenshot`, { signal }),
    staleTime: ({ state }) => (state.data?.state === 'waiting' ? 0 : keptMs),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? askAgainMs : false),
    refetchOnWindowFocus: false,
  });

export function useRetryScreenshot(backlinkId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = screenshotQuery(backlinkId);
  return useMutation({
    mutationFn: () => callApi(`/api/backlinks/${backlinkId}/screenshot`, { method: 'POST', body: {} }),
    onSuccess: () => {
      queryClient.setQueryData<Screenshot>(queryKey, { state: 'waiting' });
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Brings a picture into the browser before it is looked at. */
export function usePreloadedScreenshot(backlinkId: string | undefined) {
  const { data } = useQuery({ ...screenshotQuery(backlinkId ?? ''), enabled: backlinkId !== undefined });
  const url = data?.url;
  useEffect(() => {
    if (url) new Image().src = url;
  }, [url]);
}
