// Lists of a campaign's rows that the user keeps or drops: reading them, and saving choices. A choice is shown immediately: it
// overlays the server's rows until it is saved. A save without an answer is sent again; if it fails for good, the choice is
// undone and a message says so. Choices are saved one after the other, so the last one wins.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { showToast } from '../ui/toast/toasts.ts';
import { savesKey } from './pending-saves.ts';
import { shouldRetry } from './query.ts';

/** The most rows the server returns or accepts in one call. */
const rowsAtOnce = 10_000;

/** A save is sent again after this time without an answer. */
const saveMs = 15_000;

export type RowTable = 'search-results' | 'backlinks' | 'contacts';

export interface KeepRow {
  readonly id: string;
  readonly keep: boolean;
}

/** The endpoints of one table: `Change` is what can be saved of a row. */
export interface RowCalls<Row extends KeepRow, Change extends KeepRow & Partial<Row>> {
  readonly table: RowTable;
  list(request: { query: { campaignId: string; limit: number; offset: number }; signal: AbortSignal }): Promise<Row[]>;
  saveOne(request: { params: { id: string }; body: Omit<Change, 'id'>; timeoutMs: number }): Promise<unknown>;
  saveAll(request: { query: { campaignId: string }; body: readonly Change[]; timeoutMs: number }): Promise<unknown>;
}

/** Starts with the topic of the live notices about the rows. */
export const rowsKey = (table: RowTable, campaignId: string) => [table, campaignId] as const;

/** All rows of a campaign. */
export function rowsQuery<Row extends KeepRow>(
  { table, list }: Pick<RowCalls<Row, Row>, 'table' | 'list'>,
  campaignId: string,
) {
  return queryOptions({
    queryKey: rowsKey(table, campaignId),
    queryFn: async ({ signal }) => {
      const rows: Row[] = [];
      // A list may be longer than one answer, so read until an answer is not full.
      for (;;) {
        const more = await list({ query: { campaignId, limit: rowsAtOnce, offset: rows.length }, signal });
        rows.push(...more);
        if (more.length < rowsAtOnce) return rows;
      }
    },
  });
}

interface RowsOptions {
  /** Polling interval, in case a live notice is lost; false: rely on the notices. */
  refetchInterval?: number | false;
}

/** Like useQuery, with the user's unsaved choices applied to the rows. */
export function useRows<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  calls: RowCalls<Row, Change>,
  campaignId: string,
  options: RowsOptions = {},
) {
  const query = useQuery({ ...rowsQuery(calls, campaignId), ...options });
  const pending = useMutationState({
    filters: { mutationKey: saveKey(calls.table, campaignId), status: 'pending' },
    select: ({ state }) => state.variables as readonly Change[],
  });
  const { data } = query;
  const rows = useMemo(() => (data ? withChanges(data, pending.flat()) : undefined), [data, pending]);
  return { ...query, data: rows };
}

/** Returns a function that saves changes: one row by its id, several as a list in one call. */
export function useSaveRows<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  calls: RowCalls<Row, Change>,
  campaignId: string,
) {
  const queryClient = useQueryClient();
  const { queryKey } = rowsQuery(calls, campaignId);
  const { mutate } = useMutation({
    mutationKey: saveKey(calls.table, campaignId),
    scope: saveScope(calls.table, campaignId),
    // Without a connection, choices wait for it.
    networkMode: 'online',
    // Later choices wait for this one. It states the resulting value, so it may arrive twice.
    retry: shouldRetry,
    mutationFn: (changes: readonly Change[]) => saveRows(calls, campaignId, changes),
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
  return (changes: readonly Change[]) => {
    if (changes.length > 0) mutate(changes);
  };
}

const saveKey = (table: RowTable, campaignId: string) => [...savesKey(campaignId), table];

/** Whatever runs in this scope waits for choices that are being saved. */
export const saveScope = (table: RowTable, campaignId: string) => ({ id: saveKey(table, campaignId).join(':') });

async function saveRows<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  { saveOne, saveAll }: RowCalls<Row, Change>,
  campaignId: string,
  changes: readonly Change[],
): Promise<void> {
  const [only] = changes;
  if (only && changes.length === 1) {
    const { id, ...body } = only;
    await saveOne({ params: { id }, body, timeoutMs: saveMs });
    return;
  }
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    await saveAll({ query: { campaignId }, body: changes.slice(from, from + rowsAtOnce), timeoutMs: saveMs });
  }
}

function withChanges<Row extends KeepRow>(rows: Row[], changes: readonly (KeepRow & Partial<Row>)[]): Row[] {
  if (changes.length === 0) return rows;
  const byId = new Map<string, KeepRow & Partial<Row>>();
  for (const change of changes) byId.set(change.id, { ...byId.get(change.id), ...change });
  return rows.map((row) => {
    const change = byId.get(row.id);
    return change ? { ...row, ...change } : row;
  });
}
