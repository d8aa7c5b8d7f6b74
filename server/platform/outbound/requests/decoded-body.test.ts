// Small bodies are decompressed in one call, all others by streams, with the same result.

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../../test/long-run.ts';
import { toOutboundError } from '../outbound-error.ts';
import { type DecodedBody, decodeBody } from './decoded-body.ts';

const MB = 1024 * 1024;

interface Outcome {
  /** Length and hash of the body, or the code of the error. */
  got: string;
  /** What was reported at the end, each time. */
  ends: string[];
}

async function read(
  packed: { encoding: string; bytes: Buffer; maxBytes?: number; step?: number },
  take: (body: DecodedBody) => Promise<Uint8Array>,
): Promise<Outcome> {
  const { encoding, bytes, maxBytes = 10 * MB, step = 10_000 } = packed;
  const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, n) =>
    bytes.subarray(n * step, (n + 1) * step),
  );
  const ends: string[] = [];
  const code = (error: unknown) => (error === undefined ? 'all read' : toOutboundError(error, 'a.com').code);
  const body = decodeBody(
    Readable.from(chunks, { objectMode: false }),
    { 'content-encoding': encoding },
    { maxBytes, host: 'a.com', onEnd: (error) => ends.push(code(error)) },
  );
  const got = await take(body).then(mark, code);
  return { got, ends };
}

/** Bodies of megabytes are not compared byte by byte. */
const mark = (bytes: Uint8Array) => `${bytes.length} ${hash('sha1', bytes)}`;
const collected = (body: DecodedBody) => body.collect();
const streamed = async (body: DecodedBody) => Buffer.concat(await Readable.from(body).toArray());

const PACK: Record<string, (plain: Buffer) => Buffer> = {
  gzip: (plain) => gzipSync(plain),
  deflate: (plain) => deflateSync(plain),
  'deflate, gzip': (plain) => gzipSync(deflateRawSync(plain)),
  br: (plain) => brotliCompressSync(plain),
  zstd: (plain) => zstdCompressSync(plain),
};

describe.each(Object.entries(PACK))('%s', (encoding, pack) => {
  const page = Buffer.from('<p>Written by Jane Doe</p>\n'.repeat(500));
  const small = pack(page);

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a small page', page],
    ['one that grows beyond what is unpacked at once', Buffer.alloc(2 * MB, 'abc ')],
    ['one whose packed form is longer than that', randomBytes(300_000)],
  ])('%s comes out whole', async (_what, plain) => {
    const packed = { encoding, bytes: pack(plain) };
    const whole = { got: mark(plain), ends: ['all read'] };
    expect(await read(packed, collected)).toEqual(whole);
    expect(await read(packed, streamed)).toEqual(whole);
  });

  test('the limit is exact', async () => {
    const at = (maxBytes: number) => read({ encoding, bytes: small, maxBytes }, collected);
    expect(await at(page.length)).toEqual({ got: mark(page), ends: ['all read'] });
    expect(await at(page.length - 1)).toEqual({ got: 'too-large', ends: ['too-large'] });
    expect(await at(small.length - 1)).toEqual({ got: 'too-large', ends: ['too-large'] });
  });

  test.each([
    ['cut short', small.subarray(0, -9)],
    ['with a second one behind it', Buffer.concat([small, small])],
    ['with zeros behind it', Buffer.concat([small, Buffer.alloc(10)])],
    ['with something else behind it', Buffer.concat([small, Buffer.from('and so on')])],
    ['that is none', Buffer.from('<p>Not packed at all</p>')],
  ])('one %s ends as a stream of it does', async (_what, bytes) => {
    const packed = { encoding, bytes, step: bytes.length };
    expect(await read(packed, collected)).toEqual(await read(packed, streamed));
  });
});

test('a canceled body is neither read nor reported twice', async () => {
  const packed = { encoding: 'gzip', bytes: gzipSync('text') };
  const outcome = await read(packed, (body) => {
    body.cancel();
    body.cancel();
    return body.collect();
  });
  expect(outcome).toEqual({ got: 'aborted', ends: ['aborted'] });
});
