// Decompresses one gzip member as a stream, with little memory however large it is.
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { BufferedInput, Piece } from './buffered-input.ts';
import { memberHeader } from './member-header.ts';

const trailerBytes = 8;
const chunkBytes = 256 * 1024;

/**
 * The member at the start of the input, which is then consumed. Returns whether it was intact; if not, the input continues somewhere
 * after the member's start.
 */
export async function* inflateLarge(input: BufferedInput): AsyncGenerator<Piece[], boolean> {
  const header = memberHeader(input.bytes);
  if (typeof header === 'string') return false;
  input.drop(header);
  const inflate = createInflateRaw({ chunkSize: chunkBytes });
  const fed = feedFrom(input);
  const feed = Readable.from(fed.chunks(), { objectMode: false, highWaterMark: chunkBytes });
  feed.on('error', (error) => inflate.destroy(error));
  feed.pipe(inflate);
  let sum = 0;
  let length = 0;
  let isReadable = true;
  try {
    for await (const bytes of inflate as AsyncIterable<Buffer>) {
      sum = crc32(bytes, sum);
      length += bytes.length;
      yield [{ bytes, endsMember: false, free: () => freeChunk(bytes) }];
    }
  } catch (error) {
    if (!isZlibError(error)) throw error;
    isReadable = false;
  } finally {
    feed.destroy();
  }
  await fed.giveBack(inflate.bytesWritten);
  if (!isReadable) return false;
  await input.fill(trailerBytes);
  if (input.bytes.length < trailerBytes) return false;
  const isIntact = input.bytes.readUInt32LE(0) === sum && input.bytes.readUInt32LE(4) === length % 2 ** 32;
  input.drop(trailerBytes);
  return isIntact;
}

/** The garbage collector lets 60 MB of such chunks pile up, because little else is allocated while a record is skipped. */
function freeChunk({ buffer, length }: Buffer): void {
  // A chunk that is not full shares its buffer with the next one.
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0);
}

const isZlibError = (error: unknown) => /^Z_/.test(String((error as { code?: unknown }).code));

/** Hands out the input in chunks, and takes back what the decompressor did not consume. */
function feedFrom(input: BufferedInput) {
  const handedOut: Buffer[] = [];
  let first = 0;
  let isDone = false;
  let reading: Promise<void> = Promise.resolve();
  return {
    async *chunks() {
      while (!isDone) {
        if (input.bytes.length === 0) {
          reading = input.fill(1);
          await reading;
        }
        if (isDone || input.bytes.length === 0) return;
        const chunk = input.bytes.subarray(0, chunkBytes);
        input.drop(chunk.length);
        handedOut.push(chunk);
        // The stream holds at most a few chunks that it has not consumed.
        if (handedOut.length > 16) first += (handedOut.shift() as Buffer).length;
        yield chunk;
      }
    },
    async giveBack(consumed: number) {
      isDone = true;
      await reading;
      const unconsumed = Buffer.concat(handedOut).subarray(Math.max(0, consumed - first));
      input.bytes = Buffer.concat([unconsumed, input.bytes]);
    },
  };
}
