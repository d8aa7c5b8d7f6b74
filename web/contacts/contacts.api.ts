// The calls about contacts: reading and keeping them, and looking for addresses. A search that takes long is answered
// with `pending`; it goes on, and its outcome arrives by the live notices.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Backlink } from '../../shared/backlink.ts';
import type { EmailMode } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
import { backlinksQuery } from '../backlinks/backlinks.api.ts';
import { ApiError, callApi } from '../platform/api.ts';
import { rowsQuery, useRows, useSaveRows } from '../platform/rows.ts';

export const contactsQuery = (campaignId: string) => rowsQuery<Contact>('contacts', campaignId);

/** All contacts of a campaign in the order they were found, with choices that are still being saved. */
export const useContacts = (campaignId: string, options?: { refetchInterval?: number | false }) =>
  useRows<Contact>('contacts', campaignId, options);

/** Gives a function that saves `keep` of any number of contacts; it shows at once. */
export const useSaveContacts = (campaignId: string) =>
  useSaveRows<Pick<Contact, 'id' | 'keep'>>('contacts', campaignId);

/** The search could not be paid for. */
export const isNoCredit = (error: unknown) => error instanceof ApiError && error.code === 'no-credit';

/** Starts the search for the emails of all kept backlinks. Rejects with 'no-credit' when the balance is empty. */
export async function findEmails(campaignId: string, mode: EmailMode): Promise<void> {
  await callApi('/api/campaign/get-emails', { method: 'POST', body: { campaignId, mode } });
}

interface Pending {
  pending: true;
}

type FoundEmail = Pick<Contact, 'email' | 'verification' | 'type' | 'location' | 'source'> & { noEmailFound: boolean };

/** Looks for the address of one contact. */
export function useGetEmail(campaignId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (contactId: string) =>
      callApi<FoundEmail | Pending>(`/api/campaign/get-email/${contactId}`, { method: 'POST', body: {} }),
    onSuccess(answer, id) {
      changeRow<Contact>(queryClient, contactsQuery(campaignId), id, toChange(answer));
    },
    onSettled: () => queryClient.invalidateQueries(contactsQuery(campaignId)),
  });
}

function toChange(answer: FoundEmail | Pending): Partial<Contact> {
  if ('pending' in answer) return { is_fetching: true };
  const { verification, type, location, source } = answer;
  if (answer.noEmailFound) return { email: false, is_fetching: false };
  return { email: answer.email, verification, type, location, source, is_fetching: false };
}

/** Looks for everybody at the site of one backlink. */
export function useSearchDomain(campaignId: string, backlinkId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi<Contact[] | Pending>('/api/campaign/get-emails', {
        method: 'POST',
        body: { mode: 'domain', backlinkId, sendDataBack: true, campaignId },
      }),
    onSuccess(answer) {
      const isFound = Array.isArray(answer) && answer.length > 0;
      const domainSearch = Array.isArray(answer) ? (isFound ? 'found' : 'empty') : 'running';
      changeRow<Backlink>(queryClient, backlinksQuery(campaignId), backlinkId, { domain_search: domainSearch });
      if (isFound) addContacts(queryClient, campaignId, answer);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(contactsQuery(campaignId)),
        queryClient.invalidateQueries(backlinksQuery(campaignId)),
      ]),
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
  queryClient.setQueryData<Contact[]>(contactsQuery(campaignId).queryKey, (rows = []) => [
    ...rows.filter(({ id }) => !ids.has(id)),
    ...found,
  ]);
}
