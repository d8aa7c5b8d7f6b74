// The calls about contacts: reading and keeping them, and looking for emails. A search that takes long is answered with
// `pending`; it continues, and its outcome arrives by live notices.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import type { EmailMode } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
import { askAgainMs, isNoCredit } from '../campaigns/campaigns.api.ts';
import { callApi } from '../platform/api.ts';
import { rowsQuery } from '../platform/rows.ts';
import { showToast } from '../ui/toast/toasts.ts';

/** What finding emails would cost in a mode. Read whenever the dialog opens, because the kept backlinks may have changed. */
export const emailPriceQuery = (campaignId: string, mode: EmailMode) =>
  queryOptions({
    queryKey: ['email-price', campaignId, mode] as const,
    queryFn: ({ signal }) =>
      callApi('GET /data/campaigns/{id}/email-price', { params: { id: campaignId }, query: { mode }, signal }),
    gcTime: 0,
  });

interface Searched {
  campaignId: string;
  backlinks: readonly Backlink[] | undefined;
  contacts: readonly Contact[] | undefined;
}

/** While a search of one contact or site is running, polls now and then, in case a live notice is lost. */
export function useSearchesUnderWay({ campaignId, backlinks, contacts }: Searched) {
  const queryClient = useQueryClient();
  const isSearching =
    contacts?.some(({ is_fetching }) => is_fetching) ||
    backlinks?.some(({ domain_search }) => domain_search === 'running') ||
    false;
  useEffect(() => {
    if (!isSearching) return;
    const timer = setInterval(() => readAgain(queryClient, campaignId), askAgainMs);
    return () => clearInterval(timer);
  }, [isSearching, queryClient, campaignId]);
}

function readAgain(queryClient: QueryClient, campaignId: string) {
  return Promise.all([
    queryClient.invalidateQueries(rowsQuery('contacts', campaignId)),
    queryClient.invalidateQueries(rowsQuery('backlinks', campaignId)),
  ]);
}

/** The searches of a campaign that cost a credit if they find something. */
export const spendKey = (campaignId: string) => ['spend', campaignId] as const;

/** A refusal for lack of credits has its own place on the page. */
function tellProblem(error: Error) {
  if (!isNoCredit(error)) showToast('error', error.message);
}

const findEmail = (contactId: string) => callApi('POST /api/campaign/get-email/{contactId}', { params: { contactId } });

/** Looks for the email of one contact. */
export function useGetEmail(campaignId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: spendKey(campaignId),
    mutationFn: findEmail,
    onSuccess(answer, id) {
      changeRow<Contact>(queryClient, rowsQuery('contacts', campaignId), id, toChange(answer));
    },
    onError: tellProblem,
    onSettled: () => queryClient.invalidateQueries(rowsQuery('contacts', campaignId)),
  });
}

function toChange(answer: Awaited<ReturnType<typeof findEmail>>): Partial<Contact> {
  if ('pending' in answer) return { is_fetching: true };
  const { verification, type, location, source } = answer;
  if (answer.noEmailFound) return { email: false, is_fetching: false };
  return { email: answer.email, verification, type, location, source, is_fetching: false };
}

/** Looks for everyone at the site of one backlink. */
export function useSearchDomain(campaignId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: spendKey(campaignId),
    mutationFn: (backlinkId: string) =>
      callApi('POST /api/campaign/get-emails', {
        body: { mode: 'domain', backlinkId, sendDataBack: true, campaignId },
      }),
    onSuccess(answer, backlinkId) {
      const isFound = Array.isArray(answer) && answer.length > 0;
      const domainSearch = Array.isArray(answer) ? (isFound ? 'found' : 'empty') : 'running';
      const change = { domain_search: domainSearch, domain_search_problem: null } as const;
      changeRow<Backlink>(queryClient, rowsQuery('backlinks', campaignId), backlinkId, change);
      if (isFound) addContacts(queryClient, campaignId, answer);
    },
    onError: tellProblem,
    onSettled: () => readAgain(queryClient, campaignId),
  });
}

function changeRow<Row extends { id: string }>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: readonly unknown[] },
  id: string,
  change: Partial<Row>,
) {
  queryClient.setQueryData<Row[]>(queryKey, (rows) =>
    rows?.map((row) => (row.id === id ? { ...row, ...change } : row)),
  );
}

function addContacts(queryClient: QueryClient, campaignId: string, found: readonly Contact[]) {
  const ids = new Set(found.map(({ id }) => id));
  queryClient.setQueryData<Contact[]>(rowsQuery('contacts', campaignId).queryKey, (rows = []) => [
    ...rows.filter(({ id }) => !ids.has(id)),
    ...found,
  ]);
}
