// Reads a response body, decompresses it and counts every byte: as received, and after each stage. A small download that would
// grow endlessly is cut off at the limit, before the rest is decompressed.

import type { IncomingHttpHeaders } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { OutboundError } from '../outbound-error.ts';
import { AT_ONCE, decompressAtOnce, layersOf } from './decompression.ts';

export interface DecodedBody extends AsyncIterable<Uint8Array> {
  /** The whole body. Throws what went wrong. */
  collect(): Promise<Uint8Array>;
  cancel(): void;
  /** Decompressed bytes read so far. */
  bytes(): number;
  /** Whether the body was cut off or damaged and only the part before that was returned. */
  isPartial(): boolean;
}

/** Throws OutboundError `too-large` if the response announces more than the limit, before anything is read. */
export function refuseAnnouncedSize(headers: IncomingHttpHeaders, maxBytes: number, host: string): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(host);
}

export interface DecodeOptions {
  maxBytes: number;
  host: string;
  /** Called when the body is cut off or damaged: whether to return the part before that instead of failing. */
  takesPart?: () => boolean;
  /**
   * Called once: with undefined on success (including an accepted partial body), otherwise with the error; the second argument
   * says whether the response was read to its end.
   */
  onEnd: (error: unknown, wasReadToEnd: boolean) => void;
}

/** The stages are joined by hand, because `pipeline` costs a Transform and a DOMException per body. */
export function decodeBody(source: Readable, headers: IncomingHttpHeaders, options: DecodeOptions): DecodedBody {
  const layers = layersOf(headers, options.host);
  const stages = [source];
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let isPartial = false;
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
  const keep = (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (!isTooLarge(bytes)) chunks.push(chunk);
  };
  const closed = () => {
    if (settled === undefined) settle(new BodyClosed('closed before its end'));
  };
  const ended = () => settle(undefined);
  /** Ends the body with what has arrived; false if that is nothing. Replaced while decompressing. */
  let endEarly = () => {
    if (bytes > 0) ended();
    return bytes > 0;
  };
  const brokeOff = (error: unknown) => {
    isPartial = settled === undefined && options.takesPart?.() === true;
    if (isPartial && !endEarly()) isPartial = false;
    if (!isPartial) settle(error);
  };
  const damaged = (error: unknown) => {
    isPartial = settled === undefined && bytes > 0 && options.takesPart?.() === true;
    settle(isPartial ? undefined : error);
  };
  const endsWith = (last: Readable) => last.once('end', ended).once('close', closed);
  const decompress = (compressed: Readable): Readable => {
    const decompressors = layers.map((layer) => layer.stream());
    stages.push(...decompressors);
    for (const stage of decompressors) stage.on('error', damaged);
    joinStages([compressed, ...decompressors], isTooLarge);
    endEarly = () => decompressors[0]?.end() !== undefined;
    return endsWith(decompressors.at(-1) as Readable);
  };
  const collectDecompressed = () => {
    const isOver = () => source.readableEnded || isPartial;
    const start = readStart(source, AT_ONCE.compressed, isTooLarge, (read) => {
      const whole = isOver() ? decompressAtOnce(joined(read), layers, options.maxBytes) : undefined;
      if (whole === undefined)
        return void decompress(isOver() ? Readable.from(read) : again(source, read)).on('data', keep);
      keep(whole);
      ended();
    });
    endEarly = start.finish;
  };

  source.on('error', brokeOff); // even if no one reads
  if (layers.length === 0) endsWith(source);
  else source.once('close', () => source.readableEnded || isPartial || closed());

  return {
    bytes: () => bytes,
    isPartial: () => isPartial,
    cancel: closed,
    collect: () =>
      new Promise((resolve, reject) => {
        onSettled = () => (settled?.error === undefined ? resolve(joined(chunks)) : reject(settled.error));
        if (settled !== undefined) onSettled();
        else if (layers.length === 0) source.on('data', keep);
        else collectDecompressed();
      }),
    async *[Symbol.asyncIterator]() {
      if (settled?.error !== undefined) throw settled.error;
      const last = layers.length === 0 ? source : decompress(source);
      try {
        for await (const chunk of last as AsyncIterable<Uint8Array>) {
          bytes += chunk.length;
          if (isTooLarge(bytes)) break;
          yield chunk;
        }
      } catch (error) {
        if (!isPartial) throw error;
      }
      if (settled?.error !== undefined) throw settled.error;
    },
  };
}

/** Buffers the source until it ends, exceeds `most`, or `finish` is called. */
function readStart(
  source: Readable,
  most: number,
  isTooLarge: (size: number) => boolean,
  onRead: (start: Uint8Array[]) => void,
): { finish(): boolean } {
  const start: Uint8Array[] = [];
  let size = 0;
  const done = () => {
    source.off('data', gather).off('end', done).pause();
    onRead(start);
  };
  const gather = (chunk: Uint8Array) => {
    start.push(chunk);
    size += chunk.length;
    if (!isTooLarge(size) && size > most) done();
  };
  source.on('data', gather).on('end', done);
  return {
    /** False if nothing has been buffered. */
    finish() {
      if (size > 0) done();
      return size > 0;
    },
  };
}

/** A stream that starts with what has already been read. */
function again(source: Readable, start: readonly Uint8Array[]): Readable {
  for (const chunk of start.toReversed()) source.unshift(chunk);
  return source;
}

/** Pipes each stage into the next and counts what passes between them. */
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

/** Canceled, or left before its end. */
class BodyClosed extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

function tooLarge(host: string): OutboundError {
  return new OutboundError('too-large', `The response from ${host} is too large.`);
}
