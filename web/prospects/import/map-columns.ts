// Which column of a user's table means what: recognized by its name or its contents, then corrected by hand.
import { withoutFormulaMarks } from '../../../shared/csv.ts';
import type { ProspectState } from '../../../shared/prospect-values.ts';
import { maxProspectNote } from '../../../shared/prospect-values.ts';
import {
  isDayFirst,
  isOptOutName,
  looksLikeDate,
  looksLikeSite,
  readDate,
  readState,
  saysOptedOut,
} from './cell-values.ts';
import type { SheetTable } from './to-table.ts';

export const meanings = {
  site: 'Site or email',
  state: 'State',
  contacted_at: 'Date of contact',
  note: 'Note',
} as const;
export type Meaning = keyof typeof meanings;
/** The column of each meaning, or none. */
type Mapping = Readonly<Record<Meaning, number | null>>;

const names: Readonly<Record<Meaning, RegExp>> = {
  site: /domain|site|url|host|page|link|website|email|e-mail|address/i,
  state: /state|status|stage|outcome|result/i,
  contacted_at: /(?<!up)date|contacted|sent|when|time/i,
  note: /note|comment|remark|memo/i,
};

/** Columns with similar contents that mean something else. */
const otherNames: Readonly<Partial<Record<Meaning, RegExp>>> = {
  site: /linkedin|twitter|facebook|instagram|profile|picture|photo|avatar|image|\blogo|unsub|^from.?(?:e-?mail|name|address)|sender|e-?mail.?account|(?:lead|deal|contact|record|account).?owner/i,
  state: /e-?mail.?status|verif/i,
  contacted_at: /seen|created|added|checked|next|publish|modified|unsub|opt(?:ed)?.?out/i,
};

/** Columns with words for states in Zeus's own files of backlinks and contacts. Users may add a column for the state. */
const flagsInOwnFiles = ['Selected', 'Screened', 'Article Author', 'Link', 'Noindex'];

/** Of the file that Zeus itself writes. */
const ownColumns = ['Domain', 'State', 'Contacts', 'Contacted', 'First seen', 'Last seen', 'Note'];

export function recognizeColumns(table: SheetTable): Mapping {
  const at = (name: string) => table.columns.indexOf(name);
  if (ownColumns.some((name) => at(name) < 0)) return guessColumns(table);
  return { site: at('Domain'), state: at('State'), contacted_at: at('Contacted'), note: at('Note') };
}

function guessColumns({ columns, rows }: SheetTable): Mapping {
  const samples = columns.map((_, index) => sampleOf(rows, index));
  const share = (index: number, test: (cell: string) => boolean) => {
    const cells = samples[index] ?? [];
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const taken = new Set<number>();
  const pick = (meaning: Meaning, score: (index: number) => number): number | null => {
    const isOther = (index: number) => taken.has(index) || otherNames[meaning]?.test(columns[index] ?? '');
    const scores = columns.map((_, index) => (isOther(index) ? 0 : score(index)));
    const best = Math.max(0, ...scores);
    if (best < 0.5) return null;
    const index = scores.indexOf(best);
    taken.add(index);
    return index;
  };
  const named = (index: number, meaning: Meaning) => (names[meaning].test(columns[index] ?? '') ? 0.3 : 0);
  const isEmail = (cell: string) => cell.includes('@');
  const isOwnFile = columns.includes('Backlink URL');
  const isState = (index: number) => (cell: string) => {
    const name = columns[index] ?? '';
    if (isOwnFile && flagsInOwnFiles.includes(name)) return false;
    return readState(cell) !== undefined && !(isOptOutName(name) && saysOptedOut(cell));
  };
  return {
    // A column of sites is better than one of addresses, which may be at an email provider.
    site: pick('site', (index) => share(index, looksLikeSite) + named(index, 'site') - 0.2 * share(index, isEmail)),
    contacted_at: pick('contacted_at', (index) => share(index, looksLikeDate) + named(index, 'contacted_at')),
    state: pick('state', (index) => share(index, isState(index)) + named(index, 'state')),
    note: pick('note', (index) => (names.note.test(columns[index] ?? '') ? 1 : 0)),
  };
}

const sampleSize = 200;

/** The first cells of a column that are not empty. */
function sampleOf(rows: SheetTable['rows'], index: number): string[] {
  const sample: string[] = [];
  for (const { cells } of rows) {
    if (cells[index]) sample.push(cells[index]);
    if (sample.length === sampleSize) break;
  }
  return sample;
}

interface ImportRow {
  site: string;
  state?: ProspectState;
  contacted_at?: string;
  note?: string;
}

export interface BadRow {
  line: number;
  text: string;
  reason: string;
}

export interface MappedRows {
  rows: { line: number; row: ImportRow }[];
  bad: BadRow[];
}

/** The names of the columns that mark lines of people who want no more email. Sending tools have them besides the status. */
export const optOutColumns = (table: SheetTable): string[] =>
  optOutIndexes(table).flatMap((index) => table.columns[index] ?? []);

function optOutIndexes({ columns, rows }: SheetTable): number[] {
  return columns.flatMap((name, index) =>
    isOptOutName(name) && rows.some(({ cells }) => saysOptedOut(cells[index] ?? '')) ? index : [],
  );
}

/**
 * The rows to import, and those that cannot be, with the reason. The server also refuses some sites. Whoever has opted out must not be
 * contacted, whatever the state of the line.
 */
export function mapRows(table: SheetTable, mapping: Mapping): MappedRows {
  const { rows } = table;
  const optOuts = optOutIndexes(table);
  const cellOf = (cells: readonly string[], meaning: Meaning) => {
    const index = mapping[meaning];
    return index === null ? '' : (cells[index] ?? '');
  };
  const dayFirst = isDayFirst(rows.map(({ cells }) => cellOf(cells, 'contacted_at')));
  const mapped: MappedRows = { rows: [], bad: [] };
  for (const { line, cells } of rows) {
    const site = cellOf(cells, 'site');
    const [date, word] = [cellOf(cells, 'contacted_at'), cellOf(cells, 'state')];
    const note = withoutFormulaMarks(cellOf(cells, 'note'));
    const day = date === '' ? undefined : readDate(date, dayFirst);
    const hasOptedOut = optOuts.some((index) => saysOptedOut(cells[index] ?? ''));
    const state = hasOptedOut ? 'do_not_contact' : word === '' ? undefined : readState(word);
    const reason = reasonOf({ site, date, day, word, state });
    if (reason) mapped.bad.push({ line, text: cells.filter(Boolean).join(', ').slice(0, 200), reason });
    else {
      const row = { site, ...(state && { state }), ...(day && { contacted_at: day }) };
      mapped.rows.push({ line, row: note === '' ? row : { ...row, note: note.slice(0, maxProspectNote) } });
    }
  }
  return mapped;
}

interface CellsOfRow {
  site: string;
  date: string;
  day: string | null | undefined;
  word: string;
  state: ProspectState | undefined;
}

function reasonOf({ site, date, day, word, state }: CellsOfRow): string | null {
  if (!looksLikeSite(site)) return site === '' ? 'no site' : `“${site.slice(0, 100)}” is not a site`;
  if (day === null) return `“${date.slice(0, 40)}” is not a past date`;
  if (word !== '' && state === undefined) return `“${word.slice(0, 40)}” is not a state`;
  return null;
}
