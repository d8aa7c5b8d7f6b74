// Selecting rows: one, a range with Shift, a page, all, none. The table only reports what should change; whether a row is
// selected is always stored in the row itself.
import { useRef } from 'react';

export interface Selection<Row> {
  readonly isSelected: (row: Row) => boolean;
  /** Receives only rows that change. */
  readonly onChange: (rows: readonly Row[], isSelected: boolean) => void;
  /** If given, selects and deselects all rows that match the filter, also those that are not loaded yet. */
  readonly onMatching?: (changed: readonly Row[], isSelected: boolean) => void;
  /** A row's name for its checkbox. */
  readonly nameOf: (row: Row) => string;
}

export interface RowSelection<Row> {
  /** Changes one row, or with `isRange` all rows from the last changed one to this one. */
  toggle(row: Row, isRange: boolean): void;
  /** Takes back the last toggle of this row. */
  revert(row: Row): void;
  set(rows: readonly Row[], isSelected: boolean): void;
  /** Changes all rows that match the filter. */
  setMatching(isSelected: boolean): void;
}

export function useRowSelection<Row extends { id: string }>(
  selection: Selection<Row> | undefined,
  found: readonly Row[],
): RowSelection<Row> {
  const anchor = useRef<string | null>(null);
  const toggledTo = useRef(false);
  const set = (rows: readonly Row[], isSelected: boolean) => {
    const changed = rows.filter((row) => selection?.isSelected(row) !== isSelected);
    if (changed.length > 0) selection?.onChange(changed, isSelected);
  };
  return {
    set,
    // Not by what the row shows: the toggle may not be on screen yet.
    revert: (row) => selection?.onChange([row], !toggledTo.current),
    setMatching(isSelected) {
      const changed = found.filter((row) => selection?.isSelected(row) !== isSelected);
      if (changed.length === 0) return;
      if (selection?.onMatching) selection.onMatching(changed, isSelected);
      else selection?.onChange(changed, isSelected);
    },
    toggle(row, isRange) {
      const isSelected = !selection?.isSelected(row);
      const from = found.findIndex(({ id }) => id === anchor.current);
      const to = found.findIndex(({ id }) => id === row.id);
      anchor.current = row.id;
      toggledTo.current = isSelected;
      if (!isRange || from < 0 || to < 0) set([row], isSelected);
      else set(found.slice(Math.min(from, to), Math.max(from, to) + 1), isSelected);
    },
  };
}
