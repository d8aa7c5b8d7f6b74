// Decompresses gzip like browsers do: the first member is the body and anything after it is ignored. Node's own functions treat
// trailing bytes as a damaged second member and fail, losing everything decompressed so far.

import { Duplex, pipeline } from 'node:stream';
import { createInflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { gzipHeaderLength, isGzip, longestGzipHeader } from '../../files/gzip-header.ts';

/** Throws if the data is not gzip, is damaged, or ends within the header. */
export function gunzipAtOnce(compressed: Uint8Array, options: ZlibOptions): Buffer {
  const bytes = Buffer.from(compressed.buffer, compressed.byteOffset, compressed.length);
  const start = isGzip(bytes) ? gzipHeaderLength(bytes) : undefined;
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
    if (!isGzip(head) || head.length > longestGzipHeader + next.value.length)
      throw new NoGzip('incorrect header check');
    start = gzipHeaderLength(head);
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

class NoGzip extends Error {
  readonly code = 'Z_DATA_ERROR';
}
