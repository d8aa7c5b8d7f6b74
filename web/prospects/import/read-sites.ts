import { recognizeColumns } from './map-columns.ts';
import { readTable } from './read-table.ts';

/** The sites or patterns in a CSV file: its column of sites, or else its first one. */
export async function readSites(text: string): Promise<string[]> {
  const table = await readTable(text);
  const column = recognizeColumns(table).site ?? 0;
  return table.rows.flatMap(({ cells }) => (cells[column] ? [cells[column]] : []));
}
