// The calls behind /billing. The query keys start with the topics of the live notices, so that open pages stay current.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlanId } from '../../shared/plan.ts';
import { callApi } from '../platform/api.ts';
import { profileQuery } from '../platform/profile.ts';
import { useIsShown } from '../ui/use-is-shown.ts';
import { useReturn } from '../ui/use-return.ts';
import { keptOffer } from '../users/sign-up-choices.ts';

/** How long to wait for the payment provider. */
const paymentMs = 60_000;

/** The number of newest entries listed that belong to no campaign. */
const entriesAtMost = 300;
/** How many are read at a time. */
const campaignsPerPage = 20;
const entriesPerPage = 50;

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => callApi('GET /data/billing', { signal }),
});

/** Credits used per day, over the last 30 days. */
export const creditUseQuery = queryOptions({
  queryKey: ['credits', { part: 'use' }],
  queryFn: ({ signal }) => callApi('GET /data/billing/use', { signal }),
});

/** Credits that belong to no campaign: plans, offers, the trial. */
export const creditEntriesQuery = queryOptions({
  queryKey: ['credits', { part: 'entries' }],
  queryFn: ({ signal }) =>
    callApi('GET /data/credits', { query: { limit: entriesAtMost, campaignId: 'none' }, signal }),
});

/** What each campaign has cost, a page at a time. */
export const campaignSpendingQuery = infiniteQueryOptions({
  queryKey: ['credits', { part: 'campaigns' }],
  queryFn: ({ pageParam: before, signal }) =>
    callApi('GET /data/credits/campaigns', { query: { limit: campaignsPerPage, before }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => (page.length < campaignsPerPage ? undefined : page.at(-1)?.last_entry),
});

/** What a campaign bought, a page at a time. */
export const campaignEntriesQuery = (campaignId: string) =>
  infiniteQueryOptions({
    queryKey: ['credits', { part: 'campaign', campaignId }],
    queryFn: ({ pageParam: before, signal }) =>
      callApi('GET /data/credits', { query: { limit: entriesPerPage, before, campaignId }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < entriesPerPage ? undefined : page.at(-1)?.id),
  });

/** Goes to the checkout of a plan, or to the confirmation of a change. */
export function useUpgrade() {
  return useLeave((plan: PlanId) =>
    callApi('POST /api/user/upgrade/{plan}', {
      params: { plan },
      body: { offer: keptOffer() },
      timeoutMs: paymentMs,
    }),
  );
}

/** Goes to the payment provider's page for managing the plan. */
export function usePortal() {
  return useLeave((_: undefined) => callApi('POST /api/user/portal', { timeoutMs: paymentMs }));
}

/** Cancels pending navigation. */
let forgetLast = () => {};

/**
 * Requests a page elsewhere and goes there, unless the user has left or requested another one by then. Stays busy while leaving.
 */
function useLeave<Input>(ask: (input: Input) => Promise<{ url: string }>) {
  const { mutate, ...leave } = useMutation({ mutationFn: ask });
  const { reset } = leave;
  const isShown = useIsShown();
  const go = (input: Input, onError?: (error: Error) => void) => {
    forgetLast();
    forgetLast = reset;
    // Passed to this call instead of the hook, so that it is skipped if a later call comes first.
    mutate(input, { onSuccess: ({ url }) => isShown() && window.location.assign(url), onError });
  };
  useReturn(reset);
  return { ...leave, go, isLeaving: leave.isPending || leave.isSuccess };
}

/** Rereads plan and credits from the payment provider, for users who have just paid. */
export function useRefreshBilling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('POST /api/user/billing/refresh', {}),
    onSuccess: async (billing) => {
      queryClient.setQueryData(billingQuery.queryKey, billing);
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['credits'] });
    },
  });
}
