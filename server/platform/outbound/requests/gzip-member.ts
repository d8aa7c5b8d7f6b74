// Unpacks gzip as browsers do: the first member is the body, and whatever follows it is ignored. Node's own functions
// take bytes behind the data for a damaged second member, and give up together with all they have unpacked.

import { Duplex, pipeline } from 'node:stream';
import { createInflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';

// RFC 1952: ten fixed bytes, then the optional parts that the flags in the fourth name.
const FIXED = 10;
const FLAG = { check: 2, extra: 4, name: 8, comment: 16 };
// The optional parts are a file name and a remark; longer ones are no honest page.
const MAX_HEADER = 64 * 1024;

/** Throws when it is no gzip, is damaged, or ends within its header. */
export function gunzipAtOnce(packed: Uint8Array, options: ZlibOptions): Buffer {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
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
  async function* packed(): AsyncGenerator<Buffer> {
    yield rest;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  const inflater = createInflateRaw(options);
  // It ends by itself at the end of the member, whatever is left over.
  pipeline(packed, inflater, () => undefined);
  yield* inflater;
}

/** Whether it begins like gzip, as far as it goes. */
function isGzip(bytes: Buffer): boolean {
  return [0x1f, 0x8b, 8].every((sign, at) => at >= bytes.length || bytes[at] === sign);
}

/** Where the packed data begins; undefined while more of the header is needed. */
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
