// Starts the search for emails. Until the request is sent, leaving the dialog cancels it; after that it cannot be canceled.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Backlink } from '../../shared/backlink.ts';
import type { EmailMode } from '../../shared/campaign.ts';
import type { FallbackStep } from '../../shared/outreach-values.ts';
import { actionMs, isNoCredit, isSelectionChanged, rereadCampaigns } from '../campaigns/campaigns.api.ts';
import { paths } from '../paths.ts';
import { ApiError, callApi, isRefused } from '../platform/api.ts';
import { savesDone } from '../platform/pending-saves.ts';
import { rowsKey } from '../platform/rows.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { useIsShown } from '../ui/use-is-shown.ts';

interface EmailSearch {
  mode: EmailMode;
  /** Whom to look for when a page names no author. */
  fallbackOrder: readonly FallbackStep[];
  /** The most email credits to spend; undefined for no limit. */
  limit: number | undefined;
  /** The backlinks the user saw as kept. If others are kept by now, the server refuses. */
  keptIds: readonly string[];
  signal: AbortSignal;
}

/** `start` takes the backlinks as the user sees them; `isSent`: the request is with the server. */
export function useFindEmails(campaignId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const [isSent, setSent] = useState(false);
  const dialog = useRef<AbortController>(null);
  useEffect(() => () => dialog.current?.abort(), []);
  const { mutate, ...search } = useMutation({
    mutationFn: async ({ signal, ...choice }: EmailSearch) => {
      await savesDone(queryClient, campaignId, signal);
      signal.throwIfAborted();
      setSent(true);
      await callApi('POST /api/campaign/get-emails', { body: { campaignId, ...choice }, timeoutMs: actionMs });
    },
    async onSuccess() {
      await rereadCampaigns(queryClient);
      if (isShown()) await navigate(paths.dashboard());
    },
    onError(error) {
      if (isNoCredit(error) && isShown()) void navigate(paths.noCredit());
      // Canceled before it was sent, it fails with another error.
      if (!isShown() && error instanceof ApiError) {
        const started = isRefused(error) ? 'could not be started' : 'may not have started';
        showToast('error', `The search for emails ${started}. ${error.message}`);
      }
      if (isSelectionChanged(error)) void queryClient.invalidateQueries({ queryKey: rowsKey('backlinks', campaignId) });
    },
    onSettled: () => setSent(false),
  });
  const start = (choice: Omit<EmailSearch, 'keptIds' | 'signal'>, backlinks: readonly Backlink[]) => {
    dialog.current = new AbortController();
    const keptIds = backlinks.flatMap(({ id, keep }) => (keep ? [id] : []));
    mutate({ ...choice, keptIds, signal: dialog.current.signal });
  };
  return { ...search, start, isSent };
}
