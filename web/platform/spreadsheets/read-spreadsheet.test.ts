import { describe, expect, test } from 'vitest';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { makeXlsx, zip } from './test/make-xlsx.ts';

const read = async (content: string | Uint8Array<ArrayBuffer>, maxRows = 1_000) =>
  readSpreadsheet(new File([content], 'list.csv'), { maxRows });
const rowsOf = async (content: string | Uint8Array<ArrayBuffer>) => (await read(content))[0]?.rows;

describe('CSV', () => {
  test.each([
    ['commas', 'URL,Title\r\nhttps://a.example/,"One, ""two"""\r\n'],
    ['semicolons and a byte order mark', '\ufeffURL;Title\nhttps://a.example/;"One, ""two"""'],
    ['tabs', 'URL\tTitle\nhttps://a.example/\tOne, "two"'],
    ['spaces around cells', 'URL , Title\n https://a.example/ ,"One, ""two"""\n'],
  ])('separated by %s', async (_name, text) => {
    expect(await rowsOf(text)).toEqual([
      ['URL', 'Title'],
      ['https://a.example/', 'One, "two"'],
    ]);
  });

  test('a line break inside quotes belongs to the cell, and an open quote ends with its line', async () => {
    expect(await rowsOf('"a\nb",c\nd,e')).toEqual([
      ['a\nb', 'c'],
      ['d', 'e'],
    ]);
    expect(await rowsOf('"a,c\nd,e')).toEqual([['a,c'], ['d', 'e']]);
  });

  test('commas in quoted cells are not taken for the delimiter', async () => {
    expect(await rowsOf('"https://a.example/";"Best courses, 2026"\n"https://b.example/";"Golf, US"')).toEqual([
      ['https://a.example/', 'Best courses, 2026'],
      ['https://b.example/', 'Golf, US'],
    ]);
  });

  test('text after a closing quote belongs to the cell and does not end the line', async () => {
    expect(await rowsOf('https://a.example/\t"Best" courses\treplied\nhttps://b.example/\tOther\tsent')).toEqual([
      ['https://a.example/', 'Best courses', 'replied'],
      ['https://b.example/', 'Other', 'sent'],
    ]);
    expect(await rowsOf('"a" ,"b"\r\n"c, d" ,e\r\n')).toEqual([
      ['a', 'b'],
      ['c, d', 'e'],
    ]);
  });

  test('one column stays one column, and blank lines are rows without text', async () => {
    expect(await rowsOf('https://a.example/\n\nhttps://b.example/\n')).toEqual([
      ['https://a.example/'],
      [''],
      ['https://b.example/'],
    ]);
  });

  test('UTF-16 and Windows-1252, as Excel saves them', async () => {
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([...'Ä,é'].map((c) => c.charCodeAt(0))).buffer),
    ]);
    expect(await rowsOf(utf16)).toEqual([['Ä', 'é']]);
    expect(await rowsOf(new Uint8Array([0xc4, 0x2c, 0xe9]))).toEqual([['Ä', 'é']]);
  });
});

describe('XLSX', () => {
  test('every sheet with text; missing cells are empty', async () => {
    const file = makeXlsx({
      Links: [
        ['URL', 'Title'],
        ['https://a.example/?a=1&b=2', 'R & D <3'],
        ['', 'No link'],
      ],
      Empty: [[]],
      More: [['https://b.example/']],
    });
    expect(await read(file)).toEqual([
      {
        name: 'Links',
        rows: [
          ['URL', 'Title'],
          ['https://a.example/?a=1&b=2', 'R & D <3'],
          ['', 'No link'],
        ],
      },
      { name: 'More', rows: [['https://b.example/']] },
    ]);
  });

  test('inline texts, numbers, rich texts with phonetic hints, prefixes and a hidden sheet', async () => {
    const sheet = `<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>one</x:t></x:is></x:c>
      <x:c r="C1"><x:v>4.5</x:v></x:c><x:c t="s"><x:v>0</x:v></x:c><x:c t="str"><x:f>A1</x:f><x:v>f&#x41;</x:v></x:c></x:row>
      <x:row/></x:sheetData></x:worksheet>`;
    const file = zip({
      'xl/workbook.xml': `<workbook><sheets><sheet name="Old" r:id="h" state="hidden"/><sheet r:id='s' name='A &amp; B'/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Target="/xl/worksheets/a.xml" Id="s"/><Relationship Id="h" Target="worksheets/a.xml"/></Relationships>',
      'xl/sharedStrings.xml': '<sst><si><r><t>東</t></r><r><t>京</t></r><rPh><t>トウキョウ</t></rPh></si></sst>',
      'xl/worksheets/a.xml': sheet,
    });
    expect(await read(file)).toEqual([{ name: 'A & B', rows: [['one', '', '4.5', '東京', 'fA'], []] }]);
  });
});

describe('dates in XLSX', () => {
  const sheet = `<worksheet><sheetData><row r="2"><c s="1"><v>46315</v></c><c s="2"><v>46315.75</v></c><c s="3"><v>46315</v></c>
    <c><v>46315</v></c><c s="1" t="str"><v>46315</v></c><c s="1"><v>-7</v></c></row></sheetData></worksheet>`;
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d &quot;of&quot; mmm"/>
    <numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
  const workbook = (properties: string) =>
    zip({
      'xl/workbook.xml': `<workbook><workbookPr ${properties}/><sheets><sheet name="Past" r:id="s"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="s" Target="worksheets/a.xml"/></Relationships>',
      'xl/styles.xml': styles,
      'xl/worksheets/a.xml': sheet,
    });

  test('are read by the format of their cells, and a missing row counts', async () => {
    expect(await rowsOf(workbook(''))).toEqual([[], ['2026-10-20', '2026-10-20', '46315', '46315', '46315', '-7']]);
    expect((await rowsOf(workbook('date1904="1"')))?.[1]?.[0]).toBe('2030-10-21');
  });
});

describe('refuses with a message', () => {
  const big = 'x'.repeat(11 * 1024 * 1024);
  const bomb = zip({ 'xl/workbook.xml': new Uint8Array(101 * 1024 * 1024) });
  const rows = Array.from({ length: 1_001 }, (_, n) => [`https://site${n}.example/`]);
  const whole = makeXlsx({ Links: [['https://a.example/']] });
  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ['an empty file', '', /empty/],
    ['a file without text', ' , ,\n,,', /empty/],
    ['a file above 10 MB', big, /larger than 10 MB/],
    ['more rows than a list can have', rows.join('\n'), /at most 1,000 rows/],
    ['a sheet with more rows', makeXlsx({ Links: rows }), /at most 1,000 rows/],
    ['a file that fills the memory', bomb, /too large/],
    ['another archive', zip({ 'readme.txt': 'x' }), /not an Excel file/],
    ['half a file', whole.slice(0, whole.length / 2), /damaged/],
    ['an old Excel file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old or password-protected/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), /not a text file/],
  ])('%s', async (_name, content, message) => {
    await expect(read(content)).rejects.toMatchObject({
      name: 'SpreadsheetError',
      message: expect.stringMatching(message),
    });
  });

  test('an archive whose directory points nowhere', async () => {
    for (const at of [16, 10]) {
      const broken = whole.slice();
      new DataView(broken.buffer).setUint16(broken.length - 22 + at, 0xfff0, true);
      await expect(read(broken)).rejects.toMatchObject({ name: 'SpreadsheetError' });
    }
  });
});
