// The calls about prospects, rules about sites, and what campaigns left out because of them.
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, type RequestBody } from '../platform/api.ts';

const actionMs = 30_000;

export type ProspectQuery = NonNullable<Parameters<typeof callApi<'GET /data/prospects'>>[1]['query']>;

/** One page of the user's sites, and how many there are in all. The last page stays until the next one is there. */
export const prospectsQuery = (query: ProspectQuery) =>
  queryOptions({
    queryKey: ['prospects', query] as const,
    queryFn: ({ signal }) => callApi('GET /data/prospects', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const siteRulesQuery = queryOptions({
  queryKey: ['site-rules'] as const,
  queryFn: ({ signal }) => callApi('GET /data/site-rules', { signal }),
});

/** The sites of a campaign that are under a rule now. Read again whenever rules change. */
export const ruledSitesQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...siteRulesQuery.queryKey, { campaignId }] as const,
    queryFn: ({ signal }) => callApi('GET /data/requests/{id}/site-rules', { params: { id: campaignId }, signal }),
  });

/** After a change to prospects or rules: rows show the rules they are under. */
export const readAgain = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['prospects'] }),
    queryClient.invalidateQueries({ queryKey: siteRulesQuery.queryKey }),
  ]);

/** What a campaign left out because of what the user knows, by reason. */
export const leftOutQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['requests', campaignId, 'left-out'] as const,
    queryFn: ({ signal }) => callApi('GET /data/requests/{id}/left-out', { params: { id: campaignId }, signal }),
  });

/** Sets whether a site that the campaign left out counts as itself only. */
export function useSeparateSite(campaignId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /data/separate-sites'>) =>
      callApi('POST /data/separate-sites', { body, timeoutMs: actionMs }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: leftOutQuery(campaignId).queryKey }),
  });
}

export function useAddSiteRules() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /data/site-rules'>) =>
      callApi('POST /data/site-rules', { body, timeoutMs: actionMs }),
    onSettled: () => readAgain(queryClient),
  });
}

export function useRemoveSiteRules() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /data/site-rules/remove'>) =>
      callApi('POST /data/site-rules/remove', { body, timeoutMs: actionMs }),
    onSettled: () => readAgain(queryClient),
  });
}
