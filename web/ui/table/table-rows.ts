// Filters and sorts a table's rows, and cuts out one page. data-table.tsx renders them.
import { useDeferredValue, useMemo } from 'react';
import { hasWords, wordsOf } from '../../../shared/list-filter.ts';
import { collator } from '../values/page-language.ts';
import type { Column } from './column.ts';
import type { TableView } from './table-view.ts';

export interface TableRow {
  readonly id: string;
}

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
  const { pageSize, sort } = view;
  const words = useDeferredValue(isMatch ? '' : view.filter);
  const filtered = useMemo(
    () => (rows ?? []).filter(isMatch ?? wordMatcher(columns, words)),
    [rows, isMatch, columns, words],
  );
  const found = useMemo(() => sortRows(filtered, columns, sort), [filtered, columns, sort]);
  const pageCount = Math.max(Math.ceil(found.length / pageSize), 1);
  const page = Math.min(view.page, pageCount - 1);
  return useMemo(
    () => ({ shown: found.slice(page * pageSize, (page + 1) * pageSize), found, page, pageCount }),
    [found, page, pageSize, pageCount],
  );
}

function wordMatcher<Row>(columns: readonly Column<Row>[], text: string): (row: Row) => boolean {
  const words = wordsOf(text);
  return (row) => {
    const texts = columns.map(({ filterBy }) => filterBy?.(row) ?? '');
    return hasWords(texts, words);
  };
}

/** Rows without a value come last. A URL may name a column that does not exist: then the order stays. */
function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string | null): readonly Row[] {
  const isDescending = sort?.startsWith('-') ?? false;
  const id = isDescending ? sort?.slice(1) : sort;
  const sortBy = columns.find((column) => column.id === id)?.sortBy;
  if (!sortBy) return rows;
  const valued = rows.map((row) => ({ row, value: sortBy(row) }));
  valued.sort(({ value: a }, { value: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return isDescending ? compare(b, a) : compare(a, b);
  });
  return valued.map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}
