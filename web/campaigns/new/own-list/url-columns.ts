// Finds the columns of a table that hold URLs.
import { maxOwnBacklinks, readOwnBacklinks } from '../../../../shared/own-backlinks.ts';
import { readDelimited } from '../../../platform/spreadsheets/read-delimited.ts';

export interface UrlColumn {
  /** Its place in the rows. */
  index: number;
  /** The first cell that is not a URL, if the column has a heading; otherwise empty. */
  heading: string;
  /** How many different URLs it has. */
  urls: number;
  /** All cells with text, without the heading: including those that are not URLs, so that they are reported. */
  lines: string[];
}

/** The columns with any text, from left to right. */
export function urlColumns(rows: readonly (readonly string[])[]): UrlColumn[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_, index) => toColumn(rows, index)).filter(
    ({ heading, lines }) => heading !== '' || lines.length > 0,
  );
}

function toColumn(rows: readonly (readonly string[])[], index: number): UrlColumn {
  // A cell with line breaks would become several lines.
  const cells = rows.map((row) => (row[index] ?? '').replace(/\s+/g, ' ').trim());
  const [first = '', ...others] = cells;
  const hasHeading = first !== '' && !isUrl(first);
  const lines = (hasHeading ? others : cells).filter((cell) => cell !== '');
  return { index, heading: hasHeading ? first : '', urls: readOwnBacklinks(lines).urls.length, lines };
}

const isUrl = (text: string) => readOwnBacklinks([text]).urls.length === 1;

/** The lines up to the last URL that fits in a campaign. */
export function linesThatFit({ lines, urls }: UrlColumn): readonly string[] {
  if (urls <= maxOwnBacklinks) return lines;
  const found = new Set<string>();
  const last = lines.findIndex((line) => {
    for (const url of readOwnBacklinks([line]).urls) found.add(url);
    return found.size === maxOwnBacklinks;
  });
  return lines.slice(0, last + 1);
}

/** The column with the most URLs, the first of equals. */
export function bestColumn(columns: readonly UrlColumn[]): UrlColumn | undefined {
  return columns.toSorted((a, b) => b.urls - a.urls)[0];
}

/** The rows of a pasted text if it is a table: several columns, one of them with URLs, and lines that are not URLs themselves. */
export function pastedTable(text: string, maxRows: number): string[][] | null {
  if (!/[,;\t]/.test(text)) return null;
  const rows = readDelimited(text, { maxRows });
  const columns = urlColumns(rows);
  const isTable = rows.length <= maxRows && columns.length > 1 && columns.some(({ urls }) => urls > 0);
  return isTable && readOwnBacklinks(text.split('\n')).bad.length > 0 ? rows : null;
}
