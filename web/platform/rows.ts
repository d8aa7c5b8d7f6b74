// Lists of a campaign's rows that the user keeps or leaves: reading them, and saving what was chosen.
// A choice shows at once: it lies over what the server said until the server has it. A save that is not answered is sent
// again; when it fails for good the choice is gone again and a message says so. Choices are saved one after the other, so the last one wins.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { showToast } from '../ui/toast/toasts.ts';
import { callApi } from './api.ts';
import { savesKey } from './pending-saves.ts';
import { shouldRetry } from './query.ts';

/** As many as the server gives or takes in one call. */
const rowsAtOnce = 10_000;

/** Without an answer for this long, a save is sent again. */
const saveMs = 15_000;

export type RowTable = 'search-results' | 'backlinks' | 'contacts';

export interface KeepRow {
  readonly id: string;
  readonly keep: boolean;
}

/** What is to be different about a row. */
export type RowChange<Row extends KeepRow> = { readonly id: string } & Partial<Row>;

/** All rows of a campaign. The key starts with the topic of the live notices about them. */
export function rowsQuery<Row extends KeepRow>(table: RowTable, campaignId: string) {
  return queryOptions({
    queryKey: [table, campaignId] as const,
    queryFn: ({ signal }) => readRows<Row>(table, campaignId, signal),
  });
}

/** A list may be longer than one answer: asks until an answer is not full. */
async function readRows<Row>(table: RowTable, campaignId: string, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const part = `campaignId=${encodeURIComponent(campaignId)}&limit=${rowsAtOnce}&offset=${rows.length}`;
    const more = await callApi<Row[]>(`/data/${table}?${part}`, { signal });
    rows.push(...more);
    if (more.length < rowsAtOnce) return rows;
  }
}

interface RowsOptions {
  /** Asks again every so often, in case a live notice is lost; false: relies on the notices. */
  refetchInterval?: number | false;
}

/** The rows with the user's unsaved choices laid over them; otherwise as useQuery. */
export function useRows<Row extends KeepRow>(table: RowTable, campaignId: string, options: RowsOptions = {}) {
  const query = useQuery({ ...rowsQuery<Row>(table, campaignId), ...options });
  const pending = useMutationState({
    filters: { mutationKey: saveKey(table, campaignId), status: 'pending' },
    select: ({ state }) => state.variables as readonly RowChange<Row>[],
  });
  const { data } = query;
  const rows = useMemo(() => (data ? withChanges(data, pending.flat()) : undefined), [data, pending]);
  return { ...query, data: rows };
}

/** Gives a function that saves changes: one row by its id, several as a list in one call. */
export function useSaveRows<Row extends KeepRow>(table: RowTable, campaignId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = rowsQuery<Row>(table, campaignId);
  const { mutate } = useMutation({
    mutationKey: saveKey(table, campaignId),
    scope: saveScope(table, campaignId),
    // Without a connection, choices wait for it.
    networkMode: 'online',
    // The next choices wait for this one. It says what a row is to be, so it may arrive twice.
    retry: shouldRetry,
    mutationFn: (changes: readonly RowChange<Row>[]) => saveRows(table, campaignId, changes),
    async onSuccess(_answer, changes) {
      // An answer under way may be older than what was just saved.
      const isFetching = queryClient.isFetching({ queryKey }) > 0;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Row[]>(queryKey, (rows) => rows && withChanges(rows, changes));
      if (isFetching) void queryClient.invalidateQueries({ queryKey });
    },
    onError(error) {
      showToast('error', `Your choice could not be saved, so it was undone. ${error.message}`);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (changes: readonly RowChange<Row>[]) => {
    if (changes.length > 0) mutate(changes);
  };
}

const saveKey = (table: RowTable, campaignId: string) => [...savesKey(campaignId), table];

/** What runs in it waits for the choices that are being saved. */
export const saveScope = (table: RowTable, campaignId: string) => ({ id: saveKey(table, campaignId).join(':') });

async function saveRows(table: RowTable, campaignId: string, changes: readonly { id: string }[]): Promise<void> {
  const [only] = changes;
  if (only && changes.length === 1) {
    const { id, ...body } = only;
    await callApi(`/data/${table}/${id}`, { method: 'PATCH', body, timeoutMs: saveMs });
    return;
  }
  const path = `/data/${table}?campaignId=${encodeURIComponent(campaignId)}` as const;
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    await callApi(path, { method: 'PUT', body: changes.slice(from, from + rowsAtOnce), timeoutMs: saveMs });
  }
}

function withChanges<Row extends KeepRow>(rows: Row[], changes: readonly RowChange<Row>[]): Row[] {
  if (changes.length === 0) return rows;
  const byId = new Map<string, RowChange<Row>>();
  for (const change of changes) byId.set(change.id, { ...byId.get(change.id), ...change });
  return rows.map((row) => {
    const change = byId.get(row.id);
    return change ? { ...row, ...change } : row;
  });
}
