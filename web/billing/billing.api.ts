// The calls behind /billing. The keys begin with the topics of the live notices, so that open pages stay true.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BillingView, DayOfUse, PlanId } from '../../shared/plan.ts';
import { callApi } from '../platform/api.ts';
import { useIsShown } from '../ui/use-is-shown.ts';
import { useReturn } from '../ui/use-return.ts';
import { profileQuery } from '../users/profile.api.ts';
import { keptOffer } from '../users/sign-up-choices.ts';

/** An entry of the ledger of credits. */
export interface CreditEntry {
  id: number | string;
  kind: 'backlink' | 'email';
  /** Negative when credits were used. */
  delta: number;
  reason: string;
  /** What it was for, in words. */
  label: string;
  created_at: string;
}

/** As long as the card payment provider is waited for. */
const paymentMs = 60_000;

/** Newest entries that are listed. */
const entriesAtMost = 300;

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => callApi<BillingView>('/data/billing', { signal }),
});

/** What was used a day, over the last 30 days. */
export const creditUseQuery = queryOptions({
  queryKey: ['credits', { part: 'use' }],
  queryFn: ({ signal }) => callApi<DayOfUse[]>('/data/billing/use', { signal }),
});

export const creditEntriesQuery = queryOptions({
  queryKey: ['credits', { part: 'entries' }],
  queryFn: ({ signal }) => callApi<CreditEntry[]>(`/data/credits?limit=${entriesAtMost}`, { signal }),
});

/** Leads to the checkout of a plan, or to the confirmation of a change. */
export function useUpgrade() {
  return useLeave((plan: PlanId) =>
    callApi<{ url: string }>(`/api/user/upgrade/${plan}`, {
      method: 'POST',
      body: { offer: keptOffer() },
      timeoutMs: paymentMs,
    }),
  );
}

/** Leads to the page of the card payment provider where the plan is managed. */
export function usePortal() {
  return useLeave((_: undefined) =>
    callApi<{ url: string }>('/api/user/portal', { method: 'POST', timeoutMs: paymentMs }),
  );
}

/** Makes the page forget where it was about to go. */
let forgetLast = () => {};

/** Asks for a page elsewhere and goes there, unless the user has gone or asked for another page by then. It stays busy while the browser leaves. */
function useLeave<Wish>(ask: (wish: Wish) => Promise<{ url: string }>) {
  const { mutate, ...leave } = useMutation({ mutationFn: ask });
  const { reset } = leave;
  const isShown = useIsShown();
  const go = (wish: Wish, onError?: (error: Error) => void) => {
    forgetLast();
    forgetLast = reset;
    // Given to this call and not to the hook: left out when a later call comes first.
    mutate(wish, { onSuccess: ({ url }) => isShown() && window.location.assign(url), onError });
  };
  useReturn(reset);
  return { ...leave, go, isLeaving: leave.isPending || leave.isSuccess };
}

/** Reads plan and credits from the card payment provider itself, for somebody who has just paid. */
export function useRefreshBilling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<BillingView>('/api/user/billing/refresh', { method: 'POST' }),
    onSuccess: async (billing) => {
      queryClient.setQueryData(billingQuery.queryKey, billing);
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['credits'] });
    },
  });
}
