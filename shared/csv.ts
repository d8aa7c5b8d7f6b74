// The CSV files: comma-separated as in RFC 4180, in UTF-8 with a byte order mark, without which Excel misreads other
// scripts. Titles, anchors and names come from strangers' pages: no cell may start what a spreadsheet takes for a formula.
import type { Backlink } from './backlink.ts';
import type { Contact, Verification } from './contact.ts';
import type { Prospect } from './prospect.ts';

/**
 * Puts an apostrophe wherever a formula could start: at the start of the cell, and after each semicolon, tab and line break,
 * where a spreadsheet with another separator starts a new cell. Full-width characters count in East Asian versions.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?='*[=+\-@\t\r＝＋－＠])/g;

const formulaMark = /(?<=^|[;\t\r\n])'(?='*[=+\-@\t\r＝＋－＠])/g;

/** The text of a cell without these apostrophes, for files that are read back. */
export const withoutFormulaMarks = (cell: string) => cell.replace(formulaMark, '');

export interface CsvFile<Row> {
  /** The start of the file, up to the first row. */
  readonly head: string;
  line(row: Row): string;
}

export type BacklinkCells = Pick<Backlink, 'url_from' | 'title' | 'ahrefs_rank' | 'domain_rating' | 'anchor'>;

/** Specification section 3: Backlink URL, Title, URL Rating, Domain Rating, Anchor. An unknown rating is empty. */
export const backlinkColumns: readonly CsvColumn<BacklinkCells>[] = [
  ['Backlink URL', ({ url_from }) => url_from],
  ['Title', ({ title }) => title],
  ['URL Rating', ({ ahrefs_rank }) => ratingCell(ahrefs_rank)],
  ['Domain Rating', ({ domain_rating }) => ratingCell(domain_rating)],
  ['Anchor', ({ anchor }) => anchor],
];

export const backlinksFile = csvFile<BacklinkCells>(backlinkColumns);

/** Empty: unknown. */
function ratingCell(rating: number): Cell {
  return rating < 0 ? '' : rating;
}

export type ContactCells = Pick<
  Contact,
  'backlink_id' | 'email' | 'type' | 'verification' | 'first_name' | 'last_name' | 'position'
>;

const statusWords: Record<Verification, string> = {
  valid: 'valid',
  invalid: 'invalid',
  catch_all: 'catch-all',
  refuses_checks: 'refuses checks',
  unknown: 'unknown',
};

export const contactColumns: readonly CsvColumn<ContactCells>[] = [
  ['Backlink URL', ({ backlink_id }) => backlink_id.url_from],
  ['Title', ({ backlink_id }) => backlink_id.title],
  ['Email', ({ email }) => email || ''],
  ['Email Type', ({ type }) => type ?? ''],
  ['Email Status', ({ verification }) => (verification ? statusWords[verification] : '')],
  ['First Name', ({ first_name }) => first_name],
  ['Last Name', ({ last_name }) => last_name],
  ['Position', ({ position }) => position ?? ''],
];

/** Specification section 3. The file lists emails: pass contacts that have one. */
export const contactsFile = csvFile<ContactCells>(contactColumns);

type ProspectCells = Pick<Prospect, 'domain' | 'contacts' | 'note'> &
  Record<'first_seen_at' | 'last_seen_at', Date> & { state: string; contacted_at: Date | null };

/** A day, as spreadsheets understand it. */
const dayCell = (time: Date | null): Cell => time?.toISOString().slice(0, 10) ?? '';

export const prospectsFile = csvFile<ProspectCells>([
  ['Domain', ({ domain }) => domain],
  ['State', ({ state }) => state.replaceAll('_', ' ')],
  ['Contacts', ({ contacts }) => contacts],
  ['Contacted', ({ contacted_at }) => dayCell(contacted_at)],
  ['First seen', ({ first_seen_at }) => dayCell(first_seen_at)],
  ['Last seen', ({ last_seen_at }) => dayCell(last_seen_at)],
  ['Note', ({ note }) => note],
]);

/** What a file contains, for its name: all rows, or only those the user picked. */
export type CsvContent =
  | 'backlinks'
  | 'kept-backlinks'
  | 'contacts'
  | 'selected-contacts'
  | 'contacts-with-evidence'
  | 'backlinks-with-everything';

/** A file name that works on every system, such as 'best-golf-courses-contacts.csv'. */
export function csvName(keyword: string, what: CsvContent): string {
  const words = keyword
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? ['campaign'];
  return `${[...words.join('-')].slice(0, 60).join('')}-${what}.csv`;
}

type Cell = string | number;

export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => Cell];

export function csvFile<Row>(columns: readonly CsvColumn<Row>[]): CsvFile<Row> {
  return {
    head: `\uFEFF${toLine(columns.map(([title]) => title))}`,
    line: (row) => toLine(columns.map(([, cell]) => cell(row))),
  };
}

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

// Numbers are ours and never negative here, so they stay numbers for the spreadsheet.
function toCell(cell: Cell): string {
  return typeof cell === 'number' ? String(cell) : `"${disarm(cell).replaceAll('"', '""')}"`;
}

/** An apostrophe would break the link. */
const formulaInUrl = /;(?=[=+\-@])/g;

function disarm(text: string): string {
  if (/^https?:\/\/\S+$/.test(text)) return text.replace(formulaInUrl, '%3B');
  return text.replace(formulaStart, "'");
}
