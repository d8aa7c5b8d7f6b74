// Selecting rows of a campaign's list. A change of several rows is announced with an Undo button, and Z undoes it as well. An
// undo waits for its change to be saved, so it also works at once and without a connection.
import { useCallback, useEffect, useRef } from 'react';
import type { ListFilter, ListName } from '../../shared/list-filter.ts';
import { closeToast, showToast } from '../ui/toast/toasts.ts';
import { useKeys } from '../ui/use-keys.ts';
import { countOf } from '../ui/values/figures.ts';
import { newUuid } from './new-uuid.ts';
import { type RowChange, type Rows, useSaves } from './rows.ts';

interface BulkChange {
  readonly id: string;
  readonly before: readonly RowChange[];
  readonly toast: number;
}

const nouns: Readonly<Record<ListName, string>> = {
  'search-results': 'search result',
  backlinks: 'backlink',
  contacts: 'contact',
};

export function useSelection<Table extends ListName>(table: Table, campaignId: string) {
  const changes = useRef<BulkChange[]>([]);
  const forget = useCallback((id: string) => {
    for (const change of changes.current) if (change.id === id) closeToast(change.toast);
    changes.current = changes.current.filter((change) => change.id !== id);
  }, []);
  // The second click of a double click comes before the first one shows: it changes the very same rows again.
  const last = useRef<readonly Rows[Table][]>([]);
  const isRepeated = (rows: readonly Rows[Table][]) => {
    const isSame = rows.length === last.current.length && rows[0] === last.current[0];
    last.current = rows;
    return isSame;
  };
  const save = useSaves(table, campaignId, (failed) => {
    last.current = [];
    if (failed.changeId !== undefined) forget(failed.changeId);
  });
  const undo = (id: string) => {
    const change = changes.current.find((one) => one.id === id);
    if (!change) return;
    forget(id);
    save({ kind: 'undo', changeId: id, before: change.before });
  };
  useKeys({ z: () => undo(changes.current.at(-1)?.id ?? '') });
  // On another page, the rows that an undo changes are not on screen.
  useEffect(
    () => () => {
      for (const { toast } of changes.current) closeToast(toast);
    },
    [],
  );
  const announce = (id: string, rows: readonly Rows[Table][], keep: boolean) => {
    const text = `${countOf(rows.length, nouns[table])} ${keep ? 'selected' : 'deselected'}.`;
    const toast = showToast('success', text, [{ label: 'Undo', onClick: () => undo(id) }]);
    changes.current.push({ id, toast, before: rows.map((row) => ({ id: row.id, keep: row.keep })) });
  };
  return {
    /** Receives only rows that change. */
    keepRows(rows: readonly Rows[Table][], keep: boolean) {
      const changed = rows.map(({ id }) => ({ id, keep }));
      if (changed.length === 1) {
        save({ kind: 'rows', changes: changed });
        return;
      }
      if (isRepeated(rows)) return;
      const changeId = newUuid();
      save({ kind: 'rows', changes: changed, changeId });
      announce(changeId, rows, keep);
    },
    /** Changes all rows that match, on the server; `shown` are those of them on screen that change. */
    keepMatching(filter: ListFilter, keep: boolean, shown: readonly Rows[Table][]) {
      if (isRepeated(shown)) return;
      const changeId = newUuid();
      save({ kind: 'matching', filter, keep, changeId });
      announce(changeId, shown, keep);
    },
  };
}
