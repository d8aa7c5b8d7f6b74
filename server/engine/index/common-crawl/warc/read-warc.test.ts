// Records of whole and of damaged files, next to what `warcio` reads. Everything else in a damaged file must still be read.
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import { chunksOf, createWarcWriter, warcRecord } from '../test/warc-writer.ts';
import { writeCrawl } from '../test/write-crawl.ts';
import { noWarcCounts, readWarc, type WarcCounts } from './read-warc.ts';

interface Read {
  records: { url: string; body: string }[];
  counts: WarcCounts;
}

async function read(bytes: Buffer, chunkBytes?: number): Promise<Read> {
  const counts = noWarcCounts();
  const records: Read['records'] = [];
  for await (const batch of readWarc(chunksOf(bytes, chunkBytes), counts)) {
    for (const { head, body } of batch) {
      records.push({ url: /^WARC-Target-URI: (.*)\r$/m.exec(head)?.[1] ?? '', body: body.toString() });
    }
  }
  return { records, counts };
}

async function readByWarcio(bytes: Buffer): Promise<Read['records']> {
  const records: Read['records'] = [];
  for await (const record of new WARCParser(chunksOf(bytes), { parseHttp: false })) {
    const url = record.warcHeader('WARC-Target-URI') ?? '';
    records.push({ url, body: Buffer.from(await record.readFully(false)).toString() });
  }
  return records;
}

const urlOf = (number: number) => `https://a.example/${number}`;
const record = (number: number, more: Record<string, string> = {}) =>
  warcRecord({ 'WARC-Type': 'metadata', 'WARC-Target-URI': urlOf(number), ...more }, Buffer.from(`body ${number}`));
const members = (...contents: Buffer[]) => Buffer.concat(contents.map((content) => gzipSync(content)));
const numbersOf = ({ records }: Read) => records.map(({ url }) => Number(url.split('/').at(-1)));

describe('whole files', () => {
  test('WARC and WAT files are read like warcio reads them, in chunks of any size', async () => {
    const pages = [1, 2, 3].map((n) => ({ url: urlOf(n), html: `<title>Page ${n}</title>ä`, language: 'en' }));
    for (const file of Object.values(writeCrawl(pages))) {
      const expected = await readByWarcio(file);
      expect(expected).toHaveLength(10);
      for (const size of [1, 7, 100, 64 * 1024]) {
        const { records, counts } = await read(file, size);
        expect(records).toEqual(expected);
        expect(counts).toEqual({ ...noWarcCounts(), members: 10, records: 10 });
      }
      expect((await read(gunzipSync(file), 100)).records).toEqual(expected);
    }
  });

  test('many records in one gzip member', async () => {
    const file = members(Buffer.concat([record(1), record(2), record(3)]));
    expect(numbersOf(await read(file))).toEqual([1, 2, 3]);
  });

  test('a member with a name, a comment and extra fields', async () => {
    const plain = members(record(1));
    const header = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
      Buffer.from('name\0comment\0'),
      Buffer.from([1, 2]),
    ]);
    const file = Buffer.concat([header, plain.subarray(10), members(record(2))]);
    expect(numbersOf(await read(file))).toEqual([1, 2]);
    expect(numbersOf(await read(file, 1))).toEqual([1, 2]);
  });
});

describe('damaged files', () => {
  test('a member that is cut off costs its own record', async () => {
    const cut = members(record(2)).subarray(0, 60);
    const { counts, ...rest } = await read(Buffer.concat([members(record(1)), cut, members(record(3), record(4))]));
    expect(numbersOf({ counts, ...rest })).toEqual([1, 3, 4]);
    expect(counts).toMatchObject({ members: 3, brokenMembers: 1 });
    const atEnd = await read(Buffer.concat([members(record(1)), cut]));
    expect(numbersOf(atEnd)).toEqual([1]);
    expect(atEnd.counts).toMatchObject({ members: 1, brokenMembers: 1 });
  });

  test('changed bytes and foreign bytes between members are skipped', async () => {
    const changed = members(record(2));
    changed.writeUInt8(changed.readUInt8(30) ^ 0xff, 30);
    const wrongSum = members(record(3));
    wrongSum.writeUInt32LE(1, wrongSum.length - 8);
    const foreign = Buffer.from([0, 0, 0x1f, 0x8b, 8, 0, 1, 2, 3]);
    const file = Buffer.concat([
      members(record(1)),
      changed,
      members(record(4)),
      wrongSum,
      foreign,
      members(record(5)),
    ]);
    for (const size of [3, 64 * 1024]) {
      const result = await read(file, size);
      expect(numbersOf(result)).toEqual([1, 4, 5]);
      expect(result.counts).toMatchObject({ members: 3, brokenMembers: 2 });
    }
  });

  test.each([
    ['too short', '3'],
    ['too long', '12'],
    ['far too long', '5000'],
    ['negative', '-1'],
    ['not a number', 'many'],
  ])('a length that is %s costs that record', async (_, length) => {
    const wrong = record(2, { 'Content-Length': length });
    const apart = await read(members(record(1), wrong, record(3)));
    const together = await read(members(Buffer.concat([record(1), wrong, record(3)])));
    const plain = await read(Buffer.concat([record(1), wrong, record(3)]), 50);
    for (const result of [apart, together, plain]) {
      expect(numbersOf(result)).toEqual([1, 3]);
      expect(result.counts.malformedRecords + result.counts.cutRecords).toBe(1);
    }
  });

  test('a record of 100 MB is skipped without being held', async () => {
    const huge = warcRecord({ 'WARC-Target-URI': urlOf(2) }, Buffer.alloc(100 * 1024 * 1024, ' '));
    const packed = (...contents: Buffer[]) => Buffer.concat(contents.map((content) => gzipSync(content, { level: 1 })));
    const together = Buffer.concat([record(1), huge, record(3)]);
    for (const file of [packed(record(1), huge, record(3)), packed(together)]) {
      const result = await read(file);
      expect(numbersOf(result)).toEqual([1, 3]);
      expect(result.counts).toMatchObject({ oversizeRecords: 1, brokenMembers: 0 });
    }
  });

  test('a large member that is damaged in the middle', async () => {
    const long = warcRecord({ 'WARC-Target-URI': urlOf(2) }, Buffer.alloc(6 * 1024 * 1024, 'text'));
    // Level 0 does not compress, so the member is longer than what is held in memory.
    const large = gzipSync(Buffer.concat([record(1), long, record(3)]), { level: 0 });
    expect(numbersOf(await read(Buffer.concat([large, members(record(4))])))).toEqual([1, 2, 3, 4]);
    const damaged = Buffer.concat([large.subarray(0, large.length - 2_000_000), members(record(4))]);
    const result = await read(damaged);
    expect(numbersOf(result)[0]).toBe(1);
    expect(result.counts.brokenMembers).toBe(1);
  });

  test('empty files and files of another kind have no records', async () => {
    expect(numbersOf(await read(Buffer.alloc(0)))).toEqual([]);
    expect(numbersOf(await read(Buffer.from('<html>Not found</html>')))).toEqual([]);
    expect(numbersOf(await read(members(Buffer.from('{"hello": 1}'))))).toEqual([]);
    const writer = createWarcWriter();
    writer.add({ 'WARC-Type': 'warcinfo' }, Buffer.alloc(0));
    expect((await read(writer.bytes())).counts.records).toBe(1);
  });

  test('what the source throws is thrown', async () => {
    async function* failing() {
      yield members(record(1));
      throw new Error('connection lost');
    }
    const reading = async () => {
      for await (const batch of readWarc(failing(), noWarcCounts())) {
        expect(batch.map(({ body }) => body.toString())).toEqual(['body 1']);
      }
    };
    await expect(reading()).rejects.toThrow('connection lost');
  });
});
