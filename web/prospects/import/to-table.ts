// Makes a table of a sheet's rows: with or without a header, blank lines left out.
import { looksLikeDate, looksLikeSite } from './cell-values.ts';

export interface SheetTable {
  /** The names of the columns; "Column 2" where there is none. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export function toTable(sheet: readonly (readonly string[])[]): SheetTable {
  const filled = sheet
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const width = filled.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const [first] = filled;
  const isHeader = first !== undefined && !first.cells.some((cell) => looksLikeSite(cell) || looksLikeDate(cell));
  const names = isHeader && filled.length > 1 ? first.cells : [];
  const columns = Array.from({ length: width }, (_, index) => names[index] || `Column ${index + 1}`);
  return { columns, rows: names.length > 0 ? filled.slice(1) : filled };
}
