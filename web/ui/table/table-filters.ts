import type { ReactNode } from 'react';

/** Filters besides the words that the user types. */
export interface TableFilters<Row> {
  /** Whether a row passes all of them, including the words. Pass the same function until something changes. */
  readonly isMatch: (row: Row) => boolean;
  /** How many are set. */
  readonly count: number;
  /** The button that opens them. */
  readonly button: ReactNode;
  readonly onClear: () => void;
}
