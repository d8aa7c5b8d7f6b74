// Filters and sorts a table's rows with TanStack Table, and cuts out one page. data-table.tsx renders them.
import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useDeferredValue, useMemo } from 'react';
import { hasWords, wordsOf } from '../../../shared/list-filter.ts';
import { collator } from '../values/page-language.ts';
import type { Column } from './column.ts';
import type { TableView } from './table-view.ts';

export interface TableRow {
  readonly id: string;
}

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** A hidden column with everything the filter searches. */
const filterText = 'filter-text';
const noRows: never[] = [];

export interface ShownRows<Row> {
  /** The rows of the page. */
  readonly shown: readonly Row[];
  /** All rows that pass the filter, in order. */
  readonly found: readonly Row[];
  /** The page actually shown, from 0. */
  readonly page: number;
  readonly pageCount: number;
}

interface Options<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly view: TableView;
  /** Replaces the filter by the columns' texts. */
  readonly isMatch: ((row: Row) => boolean) | undefined;
}

export function useTableRows<Row extends TableRow>({ rows, columns, view, isMatch }: Options<Row>): ShownRows<Row> {
  const { pageSize } = view;
  const filter = useDeferredValue(isMatch ? '' : view.filter);
  const matching = useMemo(() => (isMatch && rows ? rows.filter(isMatch) : rows), [rows, isMatch]);
  const definitions = useMemo(() => toDefinitions(columns), [columns]);
  const state = useMemo(
    () => ({
      sorting: toSorting(view.sort, columns),
      columnFilters: filter.trim() ? [{ id: filterText, value: wordsOf(filter) }] : [],
    }),
    [view.sort, filter, columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: (matching as Row[] | undefined) ?? noRows,
    getRowId: ({ id }) => id,
    state,
  });
  const found = table.getSortedRowModel().rows;
  const pageCount = Math.max(Math.ceil(found.length / pageSize), 1);
  const page = Math.min(view.page, pageCount - 1);
  return useMemo(() => {
    const all = found.map(({ original }) => original);
    return { shown: all.slice(page * pageSize, (page + 1) * pageSize), found: all, page, pageCount };
  }, [found, page, pageSize, pageCount]);
}

function toDefinitions<Row extends TableRow>(columns: readonly Column<Row>[]): ColumnDef<typeof features, Row>[] {
  const textOf = (row: Row) => columns.map(({ filterBy }) => filterBy?.(row) ?? '').join('\n');
  const sorted = columns.map(
    ({ id, sortBy }): ColumnDef<typeof features, Row> => ({
      id,
      accessorFn: (row: Row) => sortBy?.(row),
      enableSorting: sortBy !== undefined,
      enableColumnFilter: false,
      sortUndefined: 'last',
      sortFn: (a, b, column) => compare(a.getValue(column), b.getValue(column)),
    }),
  );
  return [
    ...sorted,
    {
      id: filterText,
      accessorFn: textOf,
      enableSorting: false,
      filterFn: (row, column, words: string[]) => hasWords([row.getValue<string>(column)], words),
    },
  ];
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** A URL may name a column that does not exist. */
function toSorting(sort: string | null, columns: readonly Column<never>[]) {
  if (!sort) return [];
  const desc = sort.startsWith('-');
  const id = desc ? sort.slice(1) : sort;
  return columns.some((column) => column.id === id && column.sortBy) ? [{ id, desc }] : [];
}
