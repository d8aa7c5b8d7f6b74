// Unpacks an answer's body and counts every byte on the way: as received, and after each stage of unpacking.
// A small download that would grow without end is cut off at the limit, before the rest is unpacked.

import type { IncomingHttpHeaders } from 'node:http';
import { Duplex, pipeline, type Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { OutboundError } from '../outbound-error.ts';

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

export interface DecodedBody extends AsyncIterable<Uint8Array> {
  /** The whole body. Throws what went wrong. */
  collect(): Promise<Uint8Array>;
  cancel(): void;
  /** Unpacked bytes read so far. */
  bytes(): number;
}

/** Throws OutboundError `too-large` when the answer announces more than the limit, before anything is read. */
export function refuseAnnouncedSize(headers: IncomingHttpHeaders, maxBytes: number, host: string): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(host);
}

/**
 * `onEnd` is called once: with nothing when all has been read, else with what went wrong; then also whether the network
 * has been read to its end. The stages are joined by hand: `pipeline` costs a Transform and a DOMException a body.
 */
export function decodeBody(
  source: Readable,
  headers: IncomingHttpHeaders,
  options: { maxBytes: number; host: string; onEnd: (error: unknown, wasReadToEnd: boolean) => void },
): DecodedBody {
  const stages = [source, ...layers(headers, options.host).map((layer) => layer())];
  const last = stages.at(-1) as Readable;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let settled: { error: unknown } | undefined;
  let onSettled = () => {};

  const settle = (error: unknown) => {
    if (settled !== undefined) return;
    settled = { error };
    if (error !== undefined || !source.readableEnded) for (const stage of stages) stage.destroy();
    options.onEnd(error, source.readableEnded);
    onSettled();
  };
  const isTooLarge = (size: number) => {
    if (size > options.maxBytes) settle(tooLarge(options.host));
    return size > options.maxBytes;
  };
  for (const stage of stages) stage.on('error', settle); // also when nobody reads
  last
    .once('end', () => settle(undefined))
    .once('close', () => {
      if (settled === undefined) settle(new BodyClosed('closed before its end'));
    });
  joinStages(stages, isTooLarge);

  return {
    bytes: () => bytes,
    cancel: () => void last.destroy(),
    collect: () =>
      new Promise((resolve, reject) => {
        onSettled = () => (settled?.error === undefined ? resolve(joined(chunks)) : reject(settled.error));
        if (settled !== undefined) return onSettled();
        last.on('data', (chunk: Uint8Array) => {
          bytes += chunk.length;
          if (!isTooLarge(bytes)) chunks.push(chunk);
        });
      }),
    async *[Symbol.asyncIterator]() {
      if (settled?.error !== undefined) throw settled.error;
      for await (const chunk of last as AsyncIterable<Uint8Array>) {
        bytes += chunk.length;
        if (isTooLarge(bytes)) break;
        yield chunk;
      }
      if (settled?.error !== undefined) throw settled.error;
    },
  };
}

/** Leads each stage into the next and counts what passes between them. */
function joinStages(stages: readonly Readable[], isTooLarge: (size: number) => boolean): void {
  stages.slice(1).forEach((next, index) => {
    const stage = stages[index] as Readable;
    let size = 0;
    stage.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      isTooLarge(size);
    });
    stage.pipe(next as Duplex);
  });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** Cancelled, or left before its end. */
class BodyClosed extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
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
