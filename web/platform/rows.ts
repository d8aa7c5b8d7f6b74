// Lists of a campaign's rows that the user keeps or drops: reading them, and saving choices. A choice is shown immediately: it
// overlays the server's rows until it is saved. A save without an answer is sent again; if it fails for good, the choice is
// undone and a message says so. Choices are saved one after the other, so the last one wins. use-selection.ts adds bulk changes
// that can be undone.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Contact } from '../../shared/contact.ts';
import type { RemovalReason } from '../../shared/lead-values.ts';
import { type ListFilter, type ListName, listMatcher } from '../../shared/list-filter.ts';
import type { SearchResult } from '../../shared/search-result.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { callApi } from './api.ts';
import { savesKey } from './pending-saves.ts';
import { shouldRetry } from './query.ts';

/** The most rows the server returns or accepts in one call. */
const rowsAtOnce = 10_000;

/** A save is sent again after this time without an answer. */
const saveMs = 15_000;

export interface Rows {
  readonly 'search-results': SearchResult;
  readonly backlinks: Backlink;
  readonly contacts: Contact;
}

/** What can be saved of a row. Only backlinks have more than `keep`, and a reason is saved with one of them at a time. */
export interface RowChange {
  readonly id: string;
  readonly keep: boolean;
  readonly screened?: boolean;
  readonly removal_reason?: RemovalReason | null;
}

/** One thing to save: some rows, all rows that match a filter, or the undoing of an earlier change. */
export type Save =
  | { readonly kind: 'rows'; readonly changes: readonly RowChange[]; readonly changeId?: string }
  | { readonly kind: 'matching'; readonly filter: ListFilter; readonly keep: boolean; readonly changeId: string }
  /** `before`: how the rows on screen were, shown until the server has answered. */
  | { readonly kind: 'undo'; readonly changeId: string; readonly before: readonly RowChange[] };

/** Starts with the topic of the live notices about the rows. */
export const rowsKey = (table: ListName, campaignId: string) => [table, campaignId] as const;

interface PageRequest {
  query: { campaignId: string; limit: number; offset: number };
  signal: AbortSignal;
}

const readPage: { readonly [Table in ListName]: (request: PageRequest) => Promise<readonly Rows[Table][]> } = {
  'search-results': (request) => callApi('GET /data/search-results', request),
  backlinks: (request) => callApi('GET /data/backlinks', request),
  contacts: (request) => callApi('GET /data/contacts', request),
};

/** All rows of a campaign as the server has them: results by position, backlinks strongest first, contacts as they were found. */
export function rowsQuery<Table extends ListName>(table: Table, campaignId: string) {
  return queryOptions({
    queryKey: rowsKey(table, campaignId),
    queryFn: async ({ signal }) => {
      const rows: Rows[Table][] = [];
      // A list may be longer than one answer, so read until an answer is not full.
      for (;;) {
        const query = { campaignId, limit: rowsAtOnce, offset: rows.length };
        const more = await readPage[table]({ query, signal });
        rows.push(...more);
        if (more.length < rowsAtOnce) return rows;
      }
    },
  });
}

/** Like useQuery, with the user's unsaved choices applied to the rows. `refetchInterval`: in case a live notice is lost. */
export function useRows<Table extends ListName>(
  table: Table,
  campaignId: string,
  refetchInterval: number | false = false,
) {
  const query = useQuery({ ...rowsQuery(table, campaignId), refetchInterval });
  const pending = useMutationState({
    filters: { mutationKey: saveKey(table, campaignId), status: 'pending' },
    select: ({ state }) => state.variables as Save,
  });
  const { data } = query;
  const rows = useMemo(
    () => data && pending.reduce((before, save) => withSave(table, before, save), data),
    [table, data, pending],
  );
  return { ...query, data: rows };
}

/** Returns a function that saves one thing at a time, each after the one before. `onFailed` hears of one that cannot be saved. */
export function useSaves(table: ListName, campaignId: string, onFailed?: (save: Save) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = rowsQuery(table, campaignId);
  const mutationKey = saveKey(table, campaignId);
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    // Without a connection, choices wait for it.
    networkMode: 'online',
    // Later choices wait for this one. It states the resulting value, so it may arrive twice.
    retry: shouldRetry,
    mutationFn: (save: Save) => send(table, campaignId, save),
    async onSuccess(_answer, save) {
      // An answer under way may be older than what was just saved.
      const isFetching = queryClient.isFetching({ queryKey }) > 0;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (rows) => rows && withSave(table, rows, save));
      const reading = isFetching || save.kind !== 'rows' ? queryClient.invalidateQueries({ queryKey }) : undefined;
      // Only the server knows which rows these were; until they are read, the choice counts as not saved.
      if (save.kind !== 'rows') await reading;
    },
    onError(error, save) {
      showToast('error', `Your change could not be saved, so it was undone. ${error.message}`);
      onFailed?.(save);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}

/** Returns a function that saves changes: one row by its id, several as a list in one call. */
export function useSaveRows(table: ListName, campaignId: string) {
  const save = useSaves(table, campaignId);
  return (changes: readonly RowChange[]) => {
    if (changes.length > 0) save({ kind: 'rows', changes });
  };
}

const saveKey = (table: ListName, campaignId: string) => [...savesKey(campaignId), table];

async function send(table: ListName, campaignId: string, save: Save): Promise<void> {
  const query = { campaignId };
  const timeoutMs = saveMs;
  if (save.kind === 'rows') await sendRows(table, campaignId, save);
  else if (save.kind === 'undo') {
    await callApi(`POST /data/${table}/undo`, { query, body: { changeId: save.changeId }, timeoutMs });
  } else {
    const { filter, keep, changeId } = save;
    await callApi(`PUT /data/${table}/selection`, { query, body: { filter, keep, changeId }, timeoutMs });
  }
}

async function sendRows(
  table: ListName,
  campaignId: string,
  { changes, changeId }: Extract<Save, { kind: 'rows' }>,
): Promise<void> {
  const [only] = changes;
  if (only && changes.length === 1) {
    const { id, ...body } = only;
    await callApi(`PATCH /data/${table}/{id}`, { params: { id }, body, timeoutMs: saveMs });
    return;
  }
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    const body = changes.slice(from, from + rowsAtOnce);
    await callApi(`PUT /data/${table}`, { query: { campaignId, changeId }, body, timeoutMs: saveMs });
  }
}

function withSave<Table extends ListName>(table: Table, rows: Rows[Table][], save: Save): Rows[Table][] {
  if (save.kind !== 'matching') return withChanges(rows, save.kind === 'rows' ? save.changes : save.before);
  const matches = listMatcher(table, save.filter);
  return rows.map((row) => (row.keep !== save.keep && matches(row) ? { ...row, keep: save.keep } : row));
}

function withChanges<Row extends RowChange>(rows: Row[], changes: readonly RowChange[]): Row[] {
  if (changes.length === 0) return rows;
  const byId = new Map<string, RowChange>();
  for (const change of changes) byId.set(change.id, { ...byId.get(change.id), ...change });
  return rows.map((row) => {
    const change = byId.get(row.id);
    return change ? { ...row, ...change } : row;
  });
}
