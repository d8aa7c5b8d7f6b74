// Decompresses gzip like browsers do: the first member is the body and anything after it is ignored. Node's own functions treat
// trailing bytes as a damaged second member and fail, losing everything decompressed so far.

import { Duplex, pipeline } from 'node:stream';
import { createInflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';

// RFC 1952: a fixed header of ten bytes, then optional fields according to the flags in the fourth byte.
const FIXED = 10;
const FLAG = { check: 2, extra: 4, name: 8, comment: 16 };
// The optional fields are a file name and a comment, so a longer header is not legitimate.
const MAX_HEADER = 64 * 1024;

/** Throws if the data is not gzip, is damaged, or ends within the header. */
export function gunzipAtOnce(compressed: Uint8Array, options: ZlibOptions): Buffer {
  const bytes = Buffer.from(compressed.buffer, compressed.byteOffset, compressed.length);
  const start = isGzip(bytes) ? headerLength(bytes) : undefined;
  if (start === undefined) throw new NoGzip('incorrect header check');
  return inflateRawSync(bytes.subarray(start), options);
}

export function createGzipStream(options: ZlibOptions): Duplex {
  return Duplex.from((source: AsyncIterable<Buffer>) => firstMember(source, options));
}

async function* firstMember(source: AsyncIterable<Buffer>, options: ZlibOptions): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let start: number | undefined;
  while (start === undefined) {
    const next = await chunks.next();
    if (next.done) {
      if (head.length > 0 && !isGzip(head)) throw new NoGzip('incorrect header check');
      return;
    }
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    if (!isGzip(head) || head.length > MAX_HEADER + next.value.length) throw new NoGzip('incorrect header check');
    start = headerLength(head);
  }
  const rest = head.subarray(start);
  async function* compressed(): AsyncGenerator<Buffer> {
    yield rest;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  const inflater = createInflateRaw(options);
  // The inflater ends at the end of the member and ignores the rest.
  pipeline(compressed, inflater, () => undefined);
  yield* inflater;
}

/** Whether the bytes are the start of a gzip header. */
function isGzip(bytes: Buffer): boolean {
  return [0x1f, 0x8b, 8].every((sign, at) => at >= bytes.length || bytes[at] === sign);
}

/** The length of the header; undefined if it is not complete yet. */
function headerLength(bytes: Buffer): number | undefined {
  if (bytes.length < FIXED) return undefined;
  const flags = bytes[3] as number;
  let at = FIXED;
  if (flags & FLAG.extra) {
    if (bytes.length < at + 2) return undefined;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const end = at <= bytes.length ? bytes.indexOf(0, at) : -1;
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & FLAG.check) at += 2;
  return at <= bytes.length ? at : undefined;
}

class NoGzip extends Error {
  readonly code = 'Z_DATA_ERROR';
}
