// Reads the texts of an Excel file (.xlsx): a ZIP archive of XML files. Only what a list needs: the cells of each visible sheet as
// text, dates as 2026-05-01, without formats or formulas.
import type { Sheet, SheetLimits } from './sheet.ts';
import { SpreadsheetError, tooManyRows } from './spreadsheet-error.ts';
import { openArchive } from './unzip.ts';
import { readDateStyles, toIsoDate } from './xlsx-dates.ts';
import { attributeOf, tagsOf, unescapeXml } from './xml-tags.ts';

/** All sheets that have cells. Throws SpreadsheetError. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, limits: SheetLimits): Promise<Sheet[]> {
  const archive = openArchive(bytes, limits.maxBytes);
  const workbook = await archive.read('xl/workbook.xml');
  if (workbook === null) throw new SpreadsheetError('This is not an Excel file. Please choose a CSV or .xlsx file.');
  const paths = readRelations((await archive.read('xl/_rels/workbook.xml.rels')) ?? '');
  const shared = readSharedStrings((await archive.read('xl/sharedStrings.xml')) ?? '');
  const dateStyles = readDateStyles((await archive.read('xl/styles.xml')) ?? '');
  const isFrom1904 = /\sdate1904\s*=\s*["'](?:1|true)["']/.test(workbook);
  const toText: CellReader = ({ type, style }, value) => {
    if (type === 's') return shared[Number(value)] ?? '';
    return type === 'n' && dateStyles.has(style) ? toIsoDate(value, isFrom1904) : unescapeXml(value);
  };
  const sheets: Sheet[] = [];
  for (const { name, path } of listSheets(workbook, paths)) {
    const xml = await archive.read(path);
    const rows = xml === null ? [] : readRows(xml, toText, limits);
    if (rows.some((row) => row.some((cell) => cell !== ''))) sheets.push({ name, rows });
  }
  return sheets;
}

function listSheets(workbook: string, paths: ReadonlyMap<string, string>): { name: string; path: string }[] {
  const sheets: { name: string; path: string }[] = [];
  for (const { name, attributes } of tagsOf(workbook)) {
    const path = paths.get(attributeOf(attributes, 'id') ?? '');
    const isHidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible';
    if (name === 'sheet' && path && !isHidden) sheets.push({ name: attributeOf(attributes, 'name') ?? '', path });
  }
  return sheets;
}

/** The path of each part by its id. */
function readRelations(xml: string): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { name, attributes } of tagsOf(xml)) {
    if (name !== 'Relationship') continue;
    const target = attributeOf(attributes, 'Target') ?? '';
    paths.set(attributeOf(attributes, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  return paths;
}

function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  /** Inside of phonetic hints, which repeat the text in another script. */
  let isHint = false;
  for (const { name, isEnd, after } of tagsOf(xml)) {
    if (name === 'rPh') isHint = !isEnd;
    if (name === 't' && !isEnd && !isHint) text += unescapeXml(after);
    if (name !== 'si') continue;
    if (isEnd) strings.push(text);
    text = '';
  }
  return strings;
}

/** The text of a cell with this value. */
type CellReader = (cell: { type: string; style: number }, value: string) => string;

function readRows(xml: string, toText: CellReader, { maxRows, maxColumns }: SheetLimits): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = { column: 0, type: 'n', style: 0 };
  let next = 0;
  const put = (text: string) => {
    if (cell.column < maxColumns) row[cell.column] = (row[cell.column] ?? '') + text;
  };
  for (const { name, isEnd, attributes, after } of tagsOf(xml)) {
    if (name === 'row' && !isEnd) {
      // Empty rows may be missing from the file, but count in line numbers.
      const number = Number(attributeOf(attributes, 'r') ?? 0);
      while (rows.length < number - 1 && number <= maxRows) rows.push([]);
      if (rows.length === maxRows) throw tooManyRows(maxRows);
      row = [];
      next = 0;
      rows.push(row);
    } else if (name === 'c' && !isEnd) {
      const column = columnOf(attributeOf(attributes, 'r') ?? '') ?? next;
      cell = {
        column,
        type: attributeOf(attributes, 't') ?? 'n',
        style: Number(attributeOf(attributes, 's') ?? 0),
      };
      next = column + 1;
    } else if (name === 'v' && !isEnd) {
      put(toText(cell, after));
    } else if (name === 't' && !isEnd && cell.type === 'inlineStr') put(unescapeXml(after));
  }
  return rows.map((cells) => Array.from(cells, (text) => text ?? ''));
}

/** 'AB12' is column 27, counted from 0; null without letters. */
function columnOf(reference: string): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
