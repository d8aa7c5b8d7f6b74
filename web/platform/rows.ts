// Lists of a campaign's rows that the user keeps or drops: reading them, and saving choices. A choice is shown immediately: it
// overlays the server's rows until it is saved. A save without an answer is sent again; if it fails for good, the choice is
// undone and a message says so. Choices are saved one after the other, so the last one wins. use-selection.ts adds bulk changes
// that can be undone.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListFilter, ListName } from '../../shared/list-filter.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { savesKey } from './pending-saves.ts';
import { shouldRetry } from './query.ts';

/** The most rows the server returns or accepts in one call. */
const rowsAtOnce = 10_000;

/** A save is sent again after this time without an answer. */
const saveMs = 15_000;

export type RowTable = ListName;

export interface KeepRow {
  readonly id: string;
  readonly keep: boolean;
}

interface OfCampaign {
  readonly query: { readonly campaignId: string };
  readonly timeoutMs: number;
}

/** The endpoints of one table: `Change` is what can be saved of a row. */
export interface RowCalls<Row extends KeepRow, Change extends KeepRow & Partial<Row>> {
  readonly table: RowTable;
  /** The name of a row: 'backlink'. */
  readonly noun: string;
  matcher(filter: ListFilter): (row: Row) => boolean;
  list(request: { query: { campaignId: string; limit: number; offset: number }; signal: AbortSignal }): Promise<Row[]>;
  saveOne(request: { params: { id: string }; body: Omit<Change, 'id'>; timeoutMs: number }): Promise<unknown>;
  saveAll(request: {
    query: { campaignId: string; changeId: string | undefined };
    body: readonly Change[];
    timeoutMs: number;
  }): Promise<unknown>;
  selectMatching(
    request: OfCampaign & { body: { filter: ListFilter; keep: boolean; changeId: string } },
  ): Promise<unknown>;
  undo(request: OfCampaign & { body: { changeId: string } }): Promise<{ updated: number }>;
}

/** One thing to save: some rows, all rows that match a filter, or the undoing of an earlier change. */
export type Save<Change extends KeepRow> =
  | { readonly kind: 'rows'; readonly changes: readonly Change[]; readonly changeId?: string }
  | { readonly kind: 'matching'; readonly filter: ListFilter; readonly keep: boolean; readonly changeId: string }
  /** `before`: how the rows on screen were, shown until the server has answered. */
  | { readonly kind: 'undo'; readonly changeId: string; readonly before: readonly Change[] };

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
    select: ({ state }) => state.variables as Save<Change>,
  });
  const { data } = query;
  const rows = useMemo(
    () => data && pending.reduce((before, save) => withSave(calls, before, save), data),
    [calls, data, pending],
  );
  return { ...query, data: rows };
}

/** Returns a function that saves one thing at a time, each after the one before. `onFailed` hears of one that cannot be saved. */
export function useSaves<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  calls: RowCalls<Row, Change>,
  campaignId: string,
  onFailed?: (save: Save<Change>) => void,
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
    mutationFn: (save: Save<Change>) => send(calls, campaignId, save),
    async onSuccess(_answer, save) {
      // An answer under way may be older than what was just saved.
      const isFetching = queryClient.isFetching({ queryKey }) > 0;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Row[]>(queryKey, (rows) => rows && withSave(calls, rows, save));
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
export function useSaveRows<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  calls: RowCalls<Row, Change>,
  campaignId: string,
) {
  const save = useSaves(calls, campaignId);
  return (changes: readonly Change[]) => {
    if (changes.length > 0) save({ kind: 'rows', changes });
  };
}

const saveKey = (table: RowTable, campaignId: string) => [...savesKey(campaignId), table];

/** Later choices wait for those that are being saved. */
const saveScope = (table: RowTable, campaignId: string) => ({ id: saveKey(table, campaignId).join(':') });

async function send<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  calls: RowCalls<Row, Change>,
  campaignId: string,
  save: Save<Change>,
): Promise<void> {
  const of = { query: { campaignId }, timeoutMs: saveMs };
  if (save.kind === 'rows') await sendRows(calls, campaignId, save);
  else if (save.kind === 'undo') await calls.undo({ ...of, body: { changeId: save.changeId } });
  else {
    const { filter, keep, changeId } = save;
    await calls.selectMatching({ ...of, body: { filter, keep, changeId } });
  }
}

async function sendRows<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  { saveOne, saveAll }: RowCalls<Row, Change>,
  campaignId: string,
  { changes, changeId }: { changes: readonly Change[]; changeId?: string },
): Promise<void> {
  const [only] = changes;
  if (only && changes.length === 1) {
    const { id, ...body } = only;
    await saveOne({ params: { id }, body, timeoutMs: saveMs });
    return;
  }
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    const body = changes.slice(from, from + rowsAtOnce);
    await saveAll({ query: { campaignId, changeId }, body, timeoutMs: saveMs });
  }
}

function withSave<Row extends KeepRow, Change extends KeepRow & Partial<Row>>(
  { matcher }: Pick<RowCalls<Row, Change>, 'matcher'>,
  rows: Row[],
  save: Save<Change>,
): Row[] {
  if (save.kind !== 'matching') return withChanges(rows, save.kind === 'rows' ? save.changes : save.before);
  const matches = matcher(save.filter);
  return rows.map((row) => (row.keep !== save.keep && matches(row) ? { ...row, keep: save.keep } : row));
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
