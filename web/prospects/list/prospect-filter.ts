// The filters, the order and the page of the list of prospects. All of them are kept in the URL.
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { type ProspectState, prospectStates } from '../../../shared/prospect-values.ts';
import { changeAddress, readAddress } from '../../ui/address.ts';
import { readPageSize, rememberPageSize } from '../../ui/table/page-size.ts';
import type { ProspectQuery } from '../prospects.api.ts';

export const orders = {
  'last_seen_at.desc': 'Most recently seen',
  'last_seen_at.asc': 'Least recently seen',
  'first_seen_at.desc': 'Newest',
  'first_seen_at.asc': 'Oldest',
  'contacted_at.desc': 'Most recently contacted',
  'contacted_at.asc': 'Least recently contacted',
  'contacts.desc': 'Most contacts',
  'contacts.asc': 'Fewest contacts',
  'state.asc': 'State',
  'campaign.asc': 'Campaign',
  'domain.asc': 'Domain, A to Z',
  'domain.desc': 'Domain, Z to A',
} as const;
export type Order = keyof typeof orders;

type DateFilter = Pick<
  ProspectQuery,
  'contacted' | 'contactedFrom' | 'contactedBefore' | 'seenFrom' | 'seenBefore' | 'firstSeenFrom'
>;

/** Choices of the field for dates. */
export const dateFilters: Readonly<Record<string, { name: string; filter: () => DateFilter }>> = {
  'contacted-30': { name: 'Contacted in the last 30 days', filter: () => ({ contactedFrom: daysAgo(30) }) },
  'contacted-100': { name: 'Contacted in the last 100 days', filter: () => ({ contactedFrom: daysAgo(100) }) },
  'contacted-before-100': { name: 'Contacted over 100 days ago', filter: () => ({ contactedBefore: daysAgo(100) }) },
  'contacted-never': { name: 'Never contacted', filter: () => ({ contacted: 'never' }) },
  'new-7': { name: 'New in the last 7 days', filter: () => ({ firstSeenFrom: daysAgo(7) }) },
  'seen-30': { name: 'Seen in the last 30 days', filter: () => ({ seenFrom: daysAgo(30) }) },
  'seen-before-100': { name: 'Not seen for 100 days', filter: () => ({ seenBefore: daysAgo(100) }) },
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export const contactFilters = { some: 'With contacts', none: 'Without contacts' } as const;

export interface ProspectView {
  search: string;
  state: ProspectState | undefined;
  campaignId: string | undefined;
  contacts: keyof typeof contactFilters | undefined;
  dates: string | undefined;
  order: Order;
  /** From 0. */
  page: number;
  pageSize: number;
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Values in the URL that mean nothing are ignored. */
function readView(query: URLSearchParams): ProspectView {
  const text = (name: string) => query.get(name) ?? '';
  return {
    search: text('search').slice(0, 200),
    state: prospectStates.find((one) => one === text('state')),
    campaignId: isUuid.test(text('campaign')) ? text('campaign') : undefined,
    contacts: text('contacts') in contactFilters ? (text('contacts') as keyof typeof contactFilters) : undefined,
    dates: Object.hasOwn(dateFilters, text('dates')) ? text('dates') : undefined,
    order: Object.hasOwn(orders, text('order')) ? (text('order') as Order) : 'last_seen_at.desc',
    page: Math.max(0, Math.trunc(Number(text('page') || 1)) - 1 || 0),
    pageSize: readPageSize(query.get('rows')),
  };
}

/** `view` stays the same object until the query string changes. */
export function useProspectView() {
  const { key } = useLocation();
  const [{ at, query }, setState] = useState(() => ({ at: key, query: readAddress() }));
  // A link or the Back button led to another query string of this page.
  if (at !== key) setState({ at: key, query: readAddress() });
  const view = useMemo(() => readView(query), [query]);
  /** Sets parameters; an empty one is removed. */
  const set = (parameters: Readonly<Record<string, string>>) => {
    changeAddress(parameters);
    setState((before) => ({ ...before, query: withParameters(before.query, parameters) }));
  };
  return {
    view,
    /** Another filter or order starts at the first page. */
    change: (name: string, value: string) => set({ page: '', [name]: value }),
    showPage: (page: number) => set({ page: page === 0 ? '' : String(page + 1) }),
    /** The first row that was shown stays on the page. */
    changePageSize(pageSize: number) {
      rememberPageSize(pageSize);
      const page = Math.floor((view.page * view.pageSize) / pageSize);
      set({ rows: String(pageSize), page: page === 0 ? '' : String(page + 1) });
    },
  };
}

export type ProspectViewState = ReturnType<typeof useProspectView>;

function withParameters(query: URLSearchParams, parameters: Readonly<Record<string, string>>) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What of the view decides which sites are listed. */
export function toFilter({ search, state, campaignId, contacts, dates }: ProspectView): ProspectFilter {
  return {
    ...(search.trim() === '' ? {} : { search }),
    ...(state ? { state } : {}),
    ...(campaignId ? { campaignId } : {}),
    ...(contacts ? { contacts } : {}),
    ...(dates ? dateFilters[dates]?.filter() : {}),
  };
}

export type ProspectFilter = Omit<ProspectQuery, 'limit' | 'offset' | 'order'>;

export const toQuery = (view: ProspectView): ProspectQuery => ({
  ...toFilter(view),
  limit: view.pageSize,
  // The server refuses more; such a page is beyond any list.
  offset: Math.min(view.page * view.pageSize, 1_000_000),
  order: view.order,
});
