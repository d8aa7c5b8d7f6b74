// A request body that can be abandoned without breaking the connection: the rest is read and discarded, because a client
// that is still sending would otherwise see a connection reset instead of the response.
import { Readable } from 'node:stream';
import type { Context as HonoContext } from 'hono';
import { maxFileBytes } from '../limits.ts';

export interface IncomingBody {
  bytes: Readable;
  /** The declared length, if there is one. */
  length: number | undefined;
  /** Reads and discards the rest, unless the body is larger than any file may be. Never rejects. */
  drain(): Promise<void>;
}

export function openBody(c: HonoContext): IncomingBody {
  const stated = c.req.header('transfer-encoding') ? undefined : c.req.header('content-length');
  const length = stated !== undefined && /^\d{1,15}$/.test(stated) ? Number(stated) : undefined;
  const reader = c.req.raw.body?.getReader();
  // Destroying this stream does not cancel the reader, so drain() can continue with it.
  const bytes = Readable.from(chunksOf(reader));
  // The client may disconnect before anything is read; a later read still throws.
  bytes.on('error', () => {});
  return {
    bytes,
    length,
    async drain() {
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
