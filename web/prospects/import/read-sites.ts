import { readSpreadsheet } from '../../platform/spreadsheets/read-spreadsheet.ts';
import { maxFileMb, maxLines } from './import-limits.ts';
import { recognizeColumns } from './map-columns.ts';
import { toTable } from './to-table.ts';

/** The sites or patterns in a file: the column of sites of its first sheet, or else the first column. Throws SpreadsheetError. */
export async function readSites(file: File): Promise<string[]> {
  const [sheet] = await readSpreadsheet(file, { maxRows: maxLines, maxMb: maxFileMb });
  const table = toTable(sheet?.rows ?? []);
  const column = recognizeColumns(table).site ?? 0;
  return table.rows.flatMap(({ cells }) => (cells[column] ? [cells[column]] : []));
}
