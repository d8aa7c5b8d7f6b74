// The files are read back with a third-party reader.
import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { backlinksFile, type CsvFile, contactsFile, csvName, withoutFormulaMarks } from './csv.ts';

const backlink = {
  url_from: 'https://golf.example/best',
  title: 'Best courses, "rated"',
  ahrefs_rank: 12.5,
  domain_rating: 60,
  anchor: 'golf\ncourses',
};
const contact = {
  backlink_id: { id: 'b', url_from: 'https://golf.example/best', title: 'Best', domain: 'golf.example' },
  email: 'mia@golf.example',
  type: 'personal' as const,
  verification: 'catch_all' as const,
  first_name: 'Mía',
  last_name: "O'Hara",
  position: null,
};

/** The whole file. */
function writeCsv<Row>(file: CsvFile<Row>, rows: readonly Row[]): string {
  return file.head + rows.map(file.line).join('');
}

/** The cells of a file, without its byte order mark. */
function cellsOf(csv: string): string[][] {
  const { data, errors } = papaparse.parse<string[]>(csv.slice(1), { delimiter: ',', newline: '\r\n' });
  expect(errors).toEqual([]);
  expect(data.pop()).toEqual(['']);
  return data;
}

describe('the files', () => {
  test('backlinks: the columns of the specification, a byte order mark, RFC 4180', () => {
    expect(writeCsv(backlinksFile, [backlink])).toBe(
      '\uFEFF"Backlink URL","Title","URL Rating","Domain Rating","Anchor"\r\n' +
        '"https://golf.example/best","Best courses, ""rated""",12.5,60,"golf\ncourses"\r\n',
    );
  });

  test('an unknown rating is empty', () => {
    expect(cellsOf(writeCsv(backlinksFile, [{ ...backlink, domain_rating: -1 }]))[1]?.[3]).toBe('');
    expect(cellsOf(writeCsv(backlinksFile, [{ ...backlink, ahrefs_rank: -1 }]))[1]?.[2]).toBe('');
    expect(cellsOf(writeCsv(backlinksFile, [{ ...backlink, ahrefs_rank: 0 }]))[1]?.[2]).toBe('0');
  });

  test('contacts: the columns of the specification, and words for unknown values', () => {
    expect(cellsOf(writeCsv(contactsFile, [contact, { ...contact, verification: null, type: null }]))).toEqual([
      ['Backlink URL', 'Title', 'Email', 'Email Type', 'Email Status', 'First Name', 'Last Name', 'Position'],
      ['https://golf.example/best', 'Best', 'mia@golf.example', 'personal', 'catch-all', 'Mía', "O'Hara", ''],
      ['https://golf.example/best', 'Best', 'mia@golf.example', '', '', 'Mía', "O'Hara", ''],
    ]);
    const refuses = { ...contact, verification: 'refuses_checks' as const };
    expect(cellsOf(writeCsv(contactsFile, [refuses]))[1]?.[4]).toBe('refuses checks');
  });
});

describe('formulas', () => {
  test.each([
    ['=HYPERLINK("http://evil.example")', `'=HYPERLINK("http://evil.example")`],
    ['+1', "'+1"],
    ['-5 tips', "'-5 tips"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['Tips;=1+1', "Tips;'=1+1"],
    ['Tips\n@x', "Tips\n'@x"],
    ['a=b', 'a=b'],
    ['https://golf.example/a;=1?b=;-2;c', 'https://golf.example/a%3B=1?b=%3B-2;c'],
    ["'quoted'", "'quoted'"],
    ['', ''],
  ])('%j is written as %j', (title, written) => {
    expect(cellsOf(writeCsv(backlinksFile, [{ ...backlink, title }]))[1]?.[1]).toBe(written);
  });
});

describe('whatever strangers write', () => {
  const separators = ';\t\r\n';
  const starters = '=+-@\t\r＝＋－＠';
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...`'",;\t\r\n=+-@＝é日`),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  const rows = fc.array(
    fc.record({
      url_from: text,
      title: text,
      anchor: text,
      ahrefs_rank: fc.constantFrom(-1, 0, 12.5, 100),
      domain_rating: fc.constantFrom(0, 7.25, 100),
    }),
    { maxLength: 5 },
  );

  test('is preserved, and no cell starts a formula, whatever the separator', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const [, ...lines] = cellsOf(writeCsv(backlinksFile, given));
        expect(lines.map((cells) => cells.map(withoutFormulaMarks))).toEqual(
          given.map((row) => [
            row.url_from,
            row.title,
            row.ahrefs_rank < 0 ? '' : String(row.ahrefs_rank),
            String(row.domain_rating),
            row.anchor,
          ]),
        );
        for (const cell of lines.flat()) {
          const begins = [...cell].filter(
            (_sign, index, all) => index === 0 || separators.includes(all[index - 1] ?? ''),
          );
          expect(begins.filter((sign) => starters.includes(sign))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('gives a name of letters, digits and dashes', () => {
    expect(csvName('Best Golf Courses In America', 'contacts')).toBe('best-golf-courses-in-america-contacts.csv');
    expect(csvName('../../etc/passwd"\r\n', 'backlinks')).toBe('etc-passwd-backlinks.csv');
    expect(csvName('!!!', 'backlinks')).toBe('campaign-backlinks.csv');
    fc.assert(
      fc.property(text, (keyword) => {
        const name = csvName(keyword, 'contacts');
        expect(name).toMatch(/^[\p{L}\p{N}-]+-contacts\.csv$/u);
        expect(name.isWellFormed()).toBe(true);
        expect(name.length).toBeLessThan(140);
      }),
    );
  });
});
