// Splits decompressed bytes into WARC records. Where a record's length is wrong, reading continues at the next line that starts a
// record, and at the latest with the next gzip member.
import type { Piece } from './buffered-input.ts';

export interface WarcRecord {
  /** The header lines. */
  head: string;
  body: Buffer;
}

export interface RecordCounts {
  records: number;
  /** No WARC header, or a length that does not fit. */
  malformedRecords: number;
  /** Cut off by the end of the file or gzip member. */
  cutRecords: number;
  /** Too large to read. */
  oversizeRecords: number;
}

/** Common Crawl keeps at most 5 MB of a page, and its metadata takes less. */
const maxBodyBytes = 8 * 1024 * 1024;
const maxHeadBytes = 64 * 1024;
const headEnd = Buffer.from('\r\n\r\n');
const nextRecord = Buffer.from('\r\nWARC/1.');
const contentLength = /^Content-Length:[ \t]*(.*?)\s*$/im;
const [cr, lf] = [0x0d, 0x0a];

/** Returns a function that takes the pieces of a file in order and returns the records that each one completes. */
export function createFramer(counts: RecordCounts): (piece: Piece) => WarcRecord[] {
  let parts: Buffer[] = [];
  let held = 0;
  /** Bytes without which nothing can be decided. */
  let needed = 1;
  /** Bytes of an oversize record that are still to be skipped. */
  let skipping = 0;

  return ({ bytes, endsMember, free }) => {
    const skipped = Math.min(skipping, bytes.length);
    skipping = endsMember ? 0 : skipping - skipped;
    if (skipping > 0) {
      free?.();
      return [];
    }
    parts.push(bytes.subarray(skipped));
    held += bytes.length - skipped;
    if (held < needed && !endsMember) return [];
    const framed = frame(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, held), endsMember, counts);
    if (!endsMember && skipping === 0) skipping = framed.skip;
    parts = framed.rest.length > 0 ? [framed.rest] : [];
    held = framed.rest.length;
    needed = framed.needed;
    return framed.records;
  };
}

interface Framed {
  records: WarcRecord[];
  rest: Buffer;
  needed: number;
  skip: number;
}

function frame(bytes: Buffer, isEnd: boolean, counts: RecordCounts): Framed {
  const records: WarcRecord[] = [];
  let at = 0;
  for (;;) {
    while (bytes[at] === cr || bytes[at] === lf) at += 1;
    const found = recordAt(bytes, at, isEnd);
    if (found.kind === 'record') {
      counts.records += 1;
      records.push(found.record);
      at = found.end;
    } else if (found.kind === 'oversize') {
      counts.oversizeRecords += 1;
      if (found.end > bytes.length) return { ...nothingLeft, records, skip: found.end - bytes.length };
      at = found.end;
    } else if (found.kind === 'more') {
      if (!isEnd) return { records, rest: Buffer.from(bytes.subarray(at)), needed: found.needed, skip: 0 };
      if (at >= bytes.length) return { ...nothingLeft, records };
      counts.cutRecords += 1;
      at = afterDamage(bytes, at);
    } else {
      counts.malformedRecords += 1;
      at = afterDamage(bytes, at);
    }
  }
}

const nothingLeft = { rest: Buffer.alloc(0), needed: 1, skip: 0 };

/** Where the next record starts, or the end. */
function afterDamage(bytes: Buffer, at: number): number {
  const next = bytes.indexOf(nextRecord, at);
  return next < 0 ? bytes.length : next;
}

type Found =
  | { kind: 'record'; record: WarcRecord; end: number }
  | { kind: 'oversize'; end: number }
  | { kind: 'more'; needed: number }
  | { kind: 'malformed' };

function recordAt(bytes: Buffer, at: number, isEnd: boolean): Found {
  const left = bytes.length - at;
  if (left < 5) return { kind: 'more', needed: 5 };
  if (bytes.toString('latin1', at, at + 5) !== 'WARC/') return { kind: 'malformed' };
  const bodyAt = bytes.indexOf(headEnd, at) + headEnd.length;
  if (bodyAt < headEnd.length) return left > maxHeadBytes ? { kind: 'malformed' } : { kind: 'more', needed: left + 1 };
  const head = bytes.toString('latin1', at, bodyAt);
  const length = Number(contentLength.exec(head)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(length) || length < 0) return { kind: 'malformed' };
  const end = bodyAt + length;
  if (length > maxBodyBytes) return { kind: 'oversize', end };
  // Two more bytes show whether the length is right.
  const isShort = bytes.length < end + (isEnd ? 0 : 2);
  if (isShort) return { kind: 'more', needed: end + 2 - at };
  const isRight = end === bytes.length || bytes[end] === cr || bytes[end] === lf;
  return isRight ? { kind: 'record', record: { head, body: bytes.subarray(bodyAt, end) }, end } : { kind: 'malformed' };
}
