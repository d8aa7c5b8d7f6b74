// What a table is told about one of its columns.
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique in the table; also stands in the address when the table is sorted by it. */
  readonly id: string;
  readonly header: string;
  /** What the header stands for, without a full stop: said when the pointer rests on it, and below the table. */
  readonly hint?: string;
  readonly cell: (row: Row) => ReactNode;
  /** What rows are sorted by; undefined comes last. A column without it cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number | undefined;
  /** The direction of the first click. */
  readonly sortFirst?: 'asc' | 'desc';
  /** What the filter looks into. */
  readonly filterBy?: (row: Row) => string;
  /** 'end' for figures. */
  readonly align?: 'end';
  /** A class that sets the width of the column. */
  readonly width?: string;
  /** In the narrow layout, where a row is a card, a cell is a figure with its header; or a line without or with it, or a corner. */
  readonly narrow?: 'wide' | 'row' | 'corner';
}
