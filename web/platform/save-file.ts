import { type CsvFile, writeCsv } from '../../shared/csv.ts';

/** Puts rows as a CSV file into the user's downloads. */
export function saveCsv<Row>(name: string, file: CsvFile<Row>, rows: readonly Row[]) {
  const address = URL.createObjectURL(new Blob([writeCsv(file, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers only begin to read then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
