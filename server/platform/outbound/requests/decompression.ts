// Content encodings: which layers a header names, and how each is decoded, as a stream or in one call.

import type { IncomingHttpHeaders } from 'node:http';
import { Duplex, pipeline } from 'node:stream';
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { OutboundError } from '../outbound-error.ts';
import { createGzipStream, gunzipAtOnce } from './gzip-member.ts';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd';

export interface Layer {
  stream(): Duplex;
  /** Throws if the data is invalid or grows beyond `maxOutputLength`. */
  atOnce(compressed: Uint8Array, size: Pick<ZlibOptions, 'maxOutputLength' | 'chunkSize'>): Buffer;
}

// No real page has more than two layers.
const MAX_LAYERS = 2;
// Misuses of the header seen in the wild; the body is plain.
const PLAIN = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary', '8bit']);

// A stream hops to another thread for every chunk: with Node's 16 KB a large page costs nearly twice the CPU.
const CHUNK = 128 * 1024;
// A missing end of the compressed data is accepted, as in browsers: many servers omit the trailer.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK };
const BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
  chunkSize: CHUNK,
};
// RFC 9659: 8 MB is the largest window for zstd over HTTP; larger ones only cost memory.
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 }, chunkSize: CHUNK };

const GZIP: Layer = {
  stream: () => createGzipStream(ZLIB),
  atOnce: (compressed, size) => gunzipAtOnce(compressed, { ...ZLIB, ...size }),
};
const LAYERS: Record<string, Layer> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: {
    stream: () => Duplex.from(inflateEither),
    atOnce: (compressed, size) => (isZlib(compressed) ? inflateSync : inflateRawSync)(compressed, { ...ZLIB, ...size }),
  },
  br: {
    stream: () => createBrotliDecompress(BROTLI),
    atOnce: (compressed, size) => brotliDecompressSync(compressed, { ...BROTLI, ...size }),
  },
  zstd: {
    stream: () => createZstdDecompress(ZSTD),
    atOnce: (compressed, size) => zstdDecompressSync(compressed, { ...ZSTD, ...size }),
  },
};

/** The layers to decode, in order. Throws OutboundError `bad-response` for an unknown one, or for too many. */
export function layersOf(headers: IncomingHttpHeaders, host: string): Layer[] {
  const names = String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !PLAIN.has(name));
  if (names.length > MAX_LAYERS) {
    throw new OutboundError('bad-response', `${host} compressed its answer more than ${MAX_LAYERS} times.`, {
      retryable: false,
    });
  }
  return names.reverse().map((name) => {
    const layer = Object.hasOwn(LAYERS, name) ? LAYERS[name] : undefined;
    if (layer !== undefined) return layer;
    throw new OutboundError('bad-response', `${host} compressed its answer in a way that cannot be read.`, {
      retryable: false,
    });
  });
}

/** What is decompressed in one call: about half a millisecond at most. */
export const AT_ONCE = { compressed: 64 * 1024, decompressed: 512 * 1024 };

/**
 * The decompressed body of a small response: a third of the CPU of streams. Undefined if it is larger or cannot be read; a
 * stream then finds out what is wrong.
 */
export function decompressAtOnce(
  compressed: Uint8Array,
  layers: readonly Layer[],
  maxBytes: number,
): Uint8Array | undefined {
  const maxOutputLength = Math.min(maxBytes, AT_ONCE.decompressed);
  try {
    let bytes = compressed;
    for (const layer of layers) {
      // Most pages shrink to a quarter or a sixth, so one buffer holds the result.
      const chunkSize = Math.min(Math.max(bytes.length * 6, 16_384), AT_ONCE.decompressed);
      bytes = layer.atOnce(bytes, { maxOutputLength, chunkSize });
    }
    return bytes;
  } catch {
    return undefined;
  }
}

function isZlib(compressed: Uint8Array): boolean {
  return ((compressed[0] ?? 0) & 0x0f) === 0x08;
}

// "deflate" means zlib data, but some servers send it raw; the first byte tells which.
async function* inflateEither(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done || first.value.length === 0) return;
  const decoder = isZlib(first.value) ? createInflate(ZLIB) : createInflateRaw(ZLIB);
  async function* all(): AsyncGenerator<Buffer> {
    yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  pipeline(all, decoder, () => undefined);
  yield* decoder;
}
