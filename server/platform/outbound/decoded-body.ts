// Unpacks an answer's body and counts every byte on the way: as received, and after each stage of unpacking.
// A small download that would grow without end is cut off at the limit, before the rest is unpacked.

import type { IncomingHttpHeaders } from 'node:http';
import { Duplex, pipeline, type Readable, Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd';

// More than two layers is never a real page.
const MAX_LAYERS = 2;
// Misuses of the header seen in the wild; the body is plain.
const PLAIN = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary', '8bit']);

// A missing end of the packed data is accepted, as browsers do: many servers leave the trailer out.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };
// RFC 9659: 8 MB is the largest window for zstd over HTTP; larger ones only cost memory.
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const DECODERS: Record<string, () => Duplex> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => Duplex.from(inflateEither),
  br: () => createBrotliDecompress(BROTLI),
  zstd: () => createZstdDecompress(ZSTD),
};

export interface DecodedBody {
  stream: Readable;
  /** Unpacked bytes so far. */
  bytes(): number;
}

/** Throws OutboundError `too-large` when the answer announces more than the limit, before anything is read. */
export function refuseAnnouncedSize(headers: IncomingHttpHeaders, maxBytes: number, host: string): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(host);
}

/** `onEnd` is called once: with nothing when all has been read from the network, else with what went wrong. */
export function decodeBody(
  source: Readable,
  headers: IncomingHttpHeaders,
  options: { maxBytes: number; host: string; onEnd: (error: Error | null | undefined) => void },
): DecodedBody {
  const decoders = layers(headers, options.host).map((layer) => layer());
  const last = counter(options.maxBytes, options.host);
  const stages = [
    ...decoders.flatMap((decoder) => [counter(options.maxBytes, options.host).stage, decoder]),
    last.stage,
  ];
  const stream = last.stage;
  stream.on('error', () => undefined); // nobody may be reading when the call is cut off
  pipeline([source, ...stages], options.onEnd);
  return { stream, bytes: last.bytes };
}

function layers(headers: IncomingHttpHeaders, host: string): (() => Duplex)[] {
  const names = String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !PLAIN.has(name));
  if (names.length > MAX_LAYERS) {
    throw new OutboundError('bad-response', `${host} packed its answer more than ${MAX_LAYERS} times.`, {
      retryable: false,
    });
  }
  return names.reverse().map((name) => {
    const layer = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (layer !== undefined) return layer;
    throw new OutboundError('bad-response', `${host} packed its answer in a way that cannot be read.`, {
      retryable: false,
    });
  });
}

function counter(max: number, host: string): { stage: Transform; bytes(): number } {
  let bytes = 0;
  const stage = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > max) done(tooLarge(host));
      else done(null, chunk);
    },
  });
  return { stage, bytes: () => bytes };
}

function tooLarge(host: string): OutboundError {
  return new OutboundError('too-large', `The answer of ${host} is larger than allowed.`);
}

// "deflate" means zlib data, but some servers send it bare; the first byte tells which.
async function* inflateEither(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done || first.value.length === 0) return;
  const decoder = ((first.value[0] ?? 0) & 0x0f) === 0x08 ? createInflate(ZLIB) : createInflateRaw(ZLIB);
  async function* all(): AsyncGenerator<Buffer> {
    yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  pipeline(all, decoder, () => undefined);
  yield* decoder;
}
