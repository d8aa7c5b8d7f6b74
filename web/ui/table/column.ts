// The definition of a table column.
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique in the table; also used in the URL when the table is sorted by it. */
  readonly id: string;
  readonly header: string;
  /** What the header means, without a full stop: shown on hover, and below the table. */
  readonly hint?: string;
  readonly cell: (row: Row) => ReactNode;
  /** The sort value; undefined comes last. A column without it cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number | undefined;
  /** The direction of the first click. */
  readonly sortFirst?: 'asc' | 'desc';
  /** The two directions in words, if they are not those of a text or a number. */
  readonly sortNames?: { readonly asc: string; readonly desc: string };
  /** The text that the filter searches. */
  readonly filterBy?: (row: Row) => string;
  /** 'end' for numbers. */
  readonly align?: 'end';
  /** A class that sets the width of the column. */
  readonly width?: string;
  /** In the narrow layout, where a row is a card, a cell is a number with its header, a line without or with it, or a corner. */
  readonly narrow?: 'wide' | 'row' | 'corner';
}
