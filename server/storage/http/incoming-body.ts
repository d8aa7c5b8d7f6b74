// The body of a request as a stream that can be given up without breaking the connection: what nobody wants any more is read
// and dropped, because a client that is still sending would otherwise see a broken connection in place of the answer.
import { Readable } from 'node:stream';
import type { Context as HonoContext } from 'hono';
import { maxFileBytes } from '../limits.ts';

export interface IncomingBody {
  bytes: Readable;
  /** How many bytes there will be, when the request says so. */
  length: number | undefined;
  /** Reads the rest. Never rejects, and does not bother with a body larger than any file may be. */
  drop(): Promise<void>;
}

export function openBody(c: HonoContext): IncomingBody {
  const stated = c.req.header('transfer-encoding') ? undefined : c.req.header('content-length');
  const length = stated !== undefined && /^\d{1,15}$/.test(stated) ? Number(stated) : undefined;
  const reader = c.req.raw.body?.getReader();
  // Destroying this leaves the reader as it is, for drop() to go on with.
  const bytes = Readable.from(chunksOf(reader));
  // The sender may break off before anybody reads; whoever reads later is told then.
  bytes.on('error', () => {});
  return {
    bytes,
    length,
    async drop() {
      bytes.destroy();
      let left = length !== undefined && length > maxFileBytes ? 0 : maxFileBytes;
      while (left > 0 && reader) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (done) return;
        left -= value?.length ?? 0;
      }
    },
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function* chunksOf(reader: Reader | undefined): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) return;
    yield value;
  }
}
