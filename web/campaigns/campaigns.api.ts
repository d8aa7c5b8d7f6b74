// The calls about campaigns. The browser shows a status and never computes one.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BacklinkPrice, MagicPrice } from '../../shared/api/prices.ts';
import { type Campaign, campaignBadge } from '../../shared/campaign.ts';
import type { ListName } from '../../shared/list-filter.ts';
import { ApiError, callApi, type RequestBody } from '../platform/api.ts';
import { campaignListQuery } from '../platform/campaign-list.ts';
import { savesDone } from '../platform/pending-saves.ts';
import { rowsKey } from '../platform/rows.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { useIsShown } from '../ui/use-is-shown.ts';

/** While Zeus works, pages also poll now and then, in case a live notice is lost. */
export const askAgainMs = 20_000;

/** Zeus is working on it, and the user waits. */
export const isWorking = ({ status }: Pick<Campaign, 'status'>) => campaignBadge(status) === 'loader';

/** The user's campaigns, newest first. */
export const campaignsQuery = queryOptions({
  ...campaignListQuery,
  refetchInterval: ({ state }) => (state.data?.some(isWorking) ? askAgainMs : false),
});

/** One campaign. */
export const campaignQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['requests', campaignId] as const,
    queryFn: ({ signal }) => callApi('GET /data/requests/{id}', { params: { id: campaignId }, signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? askAgainMs : false),
  });

/** Rereads campaigns after one was started, also the list, which is shown next: until then it would show the former state. */
export async function rereadCampaigns(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['requests'] }),
    queryClient.refetchQueries({ queryKey: campaignsQuery.queryKey, exact: true, type: 'inactive' }),
  ]);
}

/** What the Zeus index has from Common Crawl. It changes when the operator loads more. */
export const linkIndexQuery = queryOptions({
  queryKey: ['link-index'] as const,
  queryFn: ({ signal }) => callApi('GET /data/link-index', { signal }),
  staleTime: 600_000,
});

/** What the form of a new campaign sends. */
export type NewCampaign = RequestBody<'POST /api/campaign/new'>;

/** Starts a campaign, or one per keyword. The same key returns the same campaigns, so a form sent twice creates them once. */
export function createCampaign(campaign: NewCampaign, key: string): Promise<{ ids: string[] }> {
  return callApi('POST /api/campaign/new', {
    body: campaign,
    headers: { 'idempotency-key': key },
    timeoutMs: actionMs,
  });
}

/** How long to wait for an action that the server does, or enqueues, at once. */
export const actionMs = 30_000;

/** What a Magic Search can cost now. */
export function readMagicPrice(): Promise<MagicPrice> {
  return callApi('GET /data/magic-price', { timeoutMs: actionMs });
}

/** What getting backlinks would cost now. */
export function readBacklinkPrice(campaignId: string): Promise<BacklinkPrice> {
  return callApi('GET /data/campaigns/{id}/backlink-price', { params: { id: campaignId }, timeoutMs: actionMs });
}

/** The same, for saying what could be ordered. */
export const restQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['rest', campaignId] as const,
    queryFn: () => readBacklinkPrice(campaignId),
    gcTime: 0,
  });

/** Orders the backlinks of the kept search results, within a limit; refused if others are kept than those the user saw. */
export function getBacklinks(order: RequestBody<'POST /api/campaign/get-backlinks'>): Promise<{ message: string }> {
  return callApi('POST /api/campaign/get-backlinks', { body: order, timeoutMs: actionMs });
}

/** The credits do not suffice. */
export const isNoCredit = (error: unknown) => error instanceof ApiError && error.code === 'no-credit';

/** The user's selection has changed by now. */
export const isSelectionChanged = (error: unknown) => error instanceof ApiError && error.code === 'selection-changed';

/** The rows that the page shows as kept. */
export interface KeptRows {
  readonly table: ListName;
  readonly ids: readonly string[];
}

/** The table whose selection determines what a retry works on; null for a search by keyword. */
function selectedBy({ failed_step, status, type }: Campaign): ListName | null {
  if (failed_step === 'contacts' || status === 'Waiting to Download Emails') return 'backlinks';
  return failed_step === 'backlinks' && type === 'Guest Posts' ? 'search-results' : null;
}

/** Retries what is missing of the failed step. The server refuses if the selection has changed since the page was shown. */
export function useRetryCampaign(campaign: Campaign, kept?: KeptRows) {
  const queryClient = useQueryClient();
  const { mutate, ...order } = useMutation({
    mutationFn: async (body: { keptIds: readonly string[] | undefined }) => {
      await savesDone(queryClient, campaign.id);
      return callApi('POST /api/campaign/{id}/retry', { params: { id: campaign.id }, body, timeoutMs: actionMs });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['requests'] }),
    onError(error) {
      if (kept && isSelectionChanged(error))
        void queryClient.invalidateQueries({ queryKey: rowsKey(kept.table, campaign.id) });
    },
  });
  const keptIds = kept?.table === selectedBy(campaign) ? kept.ids : undefined;
  return { ...order, start: () => mutate({ keptIds }) };
}

/** Stops the step that Zeus is working on, unless another one has begun since the page was shown. */
export function useStopCampaign() {
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  return useMutation({
    mutationFn: ({ id, step_started_at: startedAt }: Campaign) =>
      callApi('POST /api/campaign/{id}/stop', {
        params: { id },
        body: { startedAt: startedAt ?? undefined },
        timeoutMs: actionMs,
      }),
    async onSuccess({ stopped }, { id }) {
      if (stopped) showToast('success', 'Stopped. You keep what Zeus has found so far.');
      else showToast('info', 'That step has already finished.');
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['requests'] }),
        ...rowTables.map((table) => queryClient.invalidateQueries({ queryKey: rowsKey(table, id) })),
      ]);
    },
    onError: (error) => !isShown() && showToast('error', error.message),
  });
}

const rowTables = ['search-results', 'backlinks', 'contacts'] as const;

export async function renameCampaign(campaignId: string, keyword: string): Promise<void> {
  await callApi('PATCH /data/requests/{id}', { params: { id: campaignId }, body: { keyword }, timeoutMs: actionMs });
}

/** Archives a campaign or brings it back. The list shows it at once, and the message offers to undo it. */
export function useArchiveCampaign() {
  const queryClient = useQueryClient();
  const { queryKey } = campaignsQuery;
  const { mutate } = useMutation({
    mutationFn: ({ campaign: { id }, archived }: Archiving) =>
      callApi('PATCH /data/requests/{id}', { params: { id }, body: { archived }, timeoutMs: actionMs }),
    // One after the other, so that an undo comes after what it undoes.
    scope: { id: 'archive' },
    async onMutate({ campaign: { id }, archived }) {
      await queryClient.cancelQueries({ queryKey, exact: true });
      const archivedAt = archived ? new Date().toISOString() : null;
      queryClient.setQueryData(queryKey, (campaigns) =>
        campaigns?.map((one) => (one.id === id ? { ...one, archived_at: archivedAt } : one)),
      );
    },
    onError: (error) => showToast('error', error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['requests'] }),
  });
  return useCallback(
    (campaign: Campaign, archived: boolean) => {
      mutate({ campaign, archived });
      showToast('success', `“${campaign.keyword}” ${archived ? 'archived' : 'is back in your list'}.`, [
        { label: 'Undo', onClick: () => mutate({ campaign, archived: !archived }) },
      ]);
    },
    [mutate],
  );
}

interface Archiving {
  campaign: Campaign;
  archived: boolean;
}

/** A campaign that no longer exists counts as deleted: an earlier call may have arrived without an answer. */
export async function deleteCampaign(campaignId: string): Promise<void> {
  try {
    await callApi('DELETE /data/requests/{id}', { params: { id: campaignId }, timeoutMs: actionMs });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not-found')) throw error;
  }
}
