// The screenshot of a backlink's page. Its URL is signed and expires soon, so it is requested when needed.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Screenshot } from '../../shared/screenshot.ts';
import { callApi } from '../platform/api.ts';

/** How often a screenshot in progress is requested again. */
const askAgainMs = 1_500;
/** Shorter than the URL is valid. */
const keptMs = 5 * 60_000;

export const screenshotQuery = (backlinkId: string) =>
  queryOptions({
    queryKey: ['screenshots', backlinkId] as const,
    queryFn: ({ signal }) => callApi('GET /data/backlinks/{id}/screenshot', { params: { id: backlinkId }, signal }),
    staleTime: ({ state }) => (state.data?.state === 'waiting' ? 0 : keptMs),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? askAgainMs : false),
    refetchOnWindowFocus: false,
  });

export function useRetryScreenshot(backlinkId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = screenshotQuery(backlinkId);
  return useMutation({
    mutationFn: () => callApi('POST /api/backlinks/{id}/screenshot', { params: { id: backlinkId } }),
    onSuccess: () => {
      queryClient.setQueryData<Screenshot>(queryKey, { state: 'waiting' });
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Preloads a screenshot before it is shown. */
export function usePreloadedScreenshot(backlinkId: string | undefined) {
  const { data } = useQuery({ ...screenshotQuery(backlinkId ?? ''), enabled: backlinkId !== undefined });
  const url = data?.url;
  useEffect(() => {
    if (url) new Image().src = url;
  }, [url]);
}
