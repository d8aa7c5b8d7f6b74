// The sites of a campaign that are blocked, and blocking one with a click. A change is shown at once and saved afterwards, in the
// order of the clicks; if it cannot be saved, it is undone and a message says so.
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RuledSite } from '../../shared/prospect.ts';
import { callApi } from '../platform/api.ts';
import { savesKey } from '../platform/pending-saves.ts';
import { shouldRetry } from '../platform/query.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { readAgain, ruledSitesQuery } from './prospects.api.ts';

const saveMs = 15_000;
const blockKey = (campaignId: string) => [...savesKey(campaignId), 'blocked-sites'];

interface BlockChange {
  domain: string;
  isBlocked: boolean;
  reason: string;
  /** Called if it cannot be saved. */
  onUndone?: () => void;
}

export interface BlockedSites {
  /** The rule that a site is under, including one that is still being saved. */
  ruleOf(domain: string): RuledSite | undefined;
  /** Blocks a site, or gives its rule another reason. */
  block(domain: string, reason: string, onUndone?: () => void): void;
  unblock(domain: string): void;
}

export function useBlockedSites(campaignId: string): BlockedSites {
  const { data } = useQuery(ruledSitesQuery(campaignId));
  const pending = useMutationState({
    filters: { mutationKey: blockKey(campaignId), status: 'pending' },
    select: ({ state }) => state.variables as BlockChange,
  });
  const bySite = useMemo(
    () => new Map(withChanges(data ?? [], pending).map((site) => [site.domain, site])),
    [data, pending],
  );
  const { mutate } = useSaveBlock(campaignId);
  return useMemo(
    () => ({
      ruleOf: (domain) => bySite.get(domain),
      block: (domain, reason, onUndone) => mutate({ domain, isBlocked: true, reason, ...(onUndone && { onUndone }) }),
      unblock: (domain) => mutate({ domain, isBlocked: false, reason: '' }),
    }),
    [bySite, mutate],
  );
}

function useSaveBlock(campaignId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = ruledSitesQuery(campaignId);
  return useMutation({
    mutationKey: blockKey(campaignId),
    scope: { id: 'block-site' },
    networkMode: 'online',
    // Both calls state the result, so they may arrive twice.
    retry: shouldRetry,
    mutationFn: ({ domain, isBlocked, reason }: BlockChange): Promise<unknown> =>
      isBlocked
        ? callApi('POST /data/site-rules', { body: { kind: 'blocked', lines: [domain], reason }, timeoutMs: saveMs })
        : callApi('POST /data/site-rules/remove', {
            body: { kind: 'blocked', patterns: [domain] },
            timeoutMs: saveMs,
          }),
    async onSuccess(_answer, change) {
      // An answer under way may be older than what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<RuledSite[]>(queryKey, (sites) => sites && withChanges(sites, [change]));
      void readAgain(queryClient);
    },
    onError(error, { domain, isBlocked, onUndone }) {
      showToast('error', `${domain} was not ${isBlocked ? 'blocked' : 'unblocked'}. ${error.message}`);
      onUndone?.();
    },
  });
}

function withChanges(sites: readonly RuledSite[], changes: readonly BlockChange[]): RuledSite[] {
  const byDomain = new Map(sites.map((site) => [site.domain, site]));
  for (const { domain, isBlocked, reason } of changes) {
    if (isBlocked) byDomain.set(domain, { domain, kind: 'blocked', pattern: domain, reason });
    else byDomain.delete(domain);
  }
  return [...byDomain.values()];
}
