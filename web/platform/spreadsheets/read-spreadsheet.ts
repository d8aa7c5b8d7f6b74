// Reads a file that a user dropped or chose as a table of texts: CSV in any usual encoding, or Excel's .xlsx.
import { decodeText, startsWith } from './decode-text.ts';
import { readDelimited } from './read-delimited.ts';
import type { Sheet, SheetLimits } from './sheet.ts';
import { SpreadsheetError, tooManyRows } from './spreadsheet-error.ts';

const defaultMaxMb = 10;
/** Excel files have ten times as much text at most, unless they are made to fill the memory. */
const maxBytes = 100 * 1024 * 1024;
const maxColumns = 200;

/** The sheets with any text, at least one. Throws SpreadsheetError with a message for the user. */
export async function readSpreadsheet(
  file: File,
  { maxRows, maxMb = defaultMaxMb }: { maxRows: number; maxMb?: number },
): Promise<Sheet[]> {
  if (file.size > maxMb * 1024 * 1024) {
    throw new SpreadsheetError(
      `The file is larger than ${maxMb} MB. Please split it, or save only the columns you need.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const limits = { maxRows, maxColumns, maxBytes };
  const sheets = startsWith(bytes, [0x50, 0x4b])
    ? await (await import('./read-xlsx.ts')).readXlsx(bytes, limits)
    : [{ name: file.name, rows: readText(bytes, limits) }];
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')));
  if (filled.length === 0) throw new SpreadsheetError('The file is empty.');
  return filled;
}

function readText(bytes: Uint8Array, { maxRows }: SheetLimits): string[][] {
  // The signature of Excel files before 2007, and of those with a password.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new SpreadsheetError(
      'Zeus can’t read old or password-protected Excel files. Please save the file as .xlsx or CSV.',
    );
  }
  const text = decodeText(bytes);
  if (text.includes('\0')) throw new SpreadsheetError('This is not a text file. Please choose a CSV or .xlsx file.');
  const rows = readDelimited(text, { maxRows });
  if (rows.length > maxRows) throw tooManyRows(maxRows);
  return rows;
}
