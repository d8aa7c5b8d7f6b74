// The bytes of objects in the file store. Keys are made of ids of our own: no name a user chose ever reaches the disk.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../platform/context.ts';
import { StorageError } from '../http/storage-error.ts';
import { deleteFileRows, listRemovable } from './files.store.ts';

type Parts = Pick<Context, 'config' | 'db' | 'storage'>;

/** The last characters of an id are random, the first are the time: so files spread over 256 folders. */
const keyOf = (id: string) => `objects/${id.slice(-2)}/${id}`;

export interface WrittenFile {
  size: number;
  etag: string;
}

/**
 * Writes the bytes to the file of this id. Rejects with what `tooLong` makes once more than `maxBytes` have come, with
 * StorageError Aborted when the sender breaks off, and otherwise when the store cannot be reached. What was written until then
 * is the caller's to remove.
 */
export async function writeFile(
  ctx: Parts,
  { id, bytes, maxBytes, tooLong }: { id: string; bytes: Readable; maxBytes: number; tooLong: () => Error },
): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(tooLong());
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const write = ctx.config.storage.kind === 's3' ? writeThroughDisk : writeDirectly;
  await write(ctx, id, fromSender(bytes), measure);
  return { size, etag: `"${hash.digest('hex')}"` };
}

export const brokenOff = (cause?: unknown) => new StorageError(400, 'Aborted', 'The upload was broken off', { cause });

/** Tells a failure of the sender from one of the store. */
async function* fromSender(bytes: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof StorageError ? error : brokenOff(error);
  }
}

type Bytes = AsyncGenerator<Uint8Array>;

async function writeDirectly({ storage }: Parts, id: string, bytes: Bytes, measure: Transform): Promise<void> {
  const written = storage.putStream(keyOf(id), measure);
  // Nobody would read the stream any more, and the sender would wait for ever.
  written.catch((error: Error) => measure.destroy(error));
  const [piped, put] = await Promise.allSettled([pipeline(bytes, measure), written]);
  // Each failure makes the other fail too: which of them came first, only the error itself tells.
  if (piped.status === 'rejected' && piped.reason instanceof StorageError) throw piped.reason;
  if (put.status === 'rejected') throw put.reason;
  if (piped.status === 'rejected') throw piped.reason;
}

/** S3 wants to know the length before the first byte, and a slow sender must not hold a request to it open. */
async function writeThroughDisk({ storage }: Parts, id: string, bytes: Bytes, measure: Transform): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-upload-'));
  try {
    const path = join(folder, 'file');
    const sink = createWriteStream(path);
    await pipeline(bytes, measure, sink);
    await storage.putStream(keyOf(id), createReadStream(path), { contentLength: sink.bytesWritten });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** False when there is nothing to copy. Rejects when the store cannot be reached. */
export async function copyFile({ storage }: Parts, from: string, to: string): Promise<boolean> {
  try {
    await storage.copy(keyOf(from), keyOf(to));
    return true;
  } catch (error) {
    if (await storage.exists(keyOf(from))) throw error;
    return false;
  }
}

/** The bytes from `start` to `end`, both included; null when the file is not there. Rejects when the store cannot be reached. */
export async function openFile(
  { storage }: Pick<Context, 'storage'>,
  id: string,
  { start, end }: { start: number; end: number },
): Promise<AsyncGenerator<Uint8Array> | null> {
  if (!(await storage.exists(keyOf(id)))) return null;
  // An empty file, or an empty part of one.
  if (end < start) return nothing();
  return section(await storage.getStream(keyOf(id)), start, end);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* section(stream: Readable, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  // Leaving the loop, also because the reader went away, destroys the stream.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > end) return;
  }
  throw new Error('a stored file is shorter than its row says');
}

const atOnce = 8;

/** Removes files that no object has any more, then their rows: of these ids, or any. Returns how many there were. */
export async function removeFiles(ctx: Pick<Context, 'db' | 'storage'>, limit: number, ids?: readonly string[]) {
  if (ids?.length === 0) return 0;
  const removable = await listRemovable(ctx.db.kysely, limit, ids);
  for (let from = 0; from < removable.length; from += atOnce) {
    const some = removable.slice(from, from + atOnce);
    await Promise.all(some.map((id) => ctx.storage.delete(keyOf(id))));
    await deleteFileRows(ctx.db.kysely, some);
  }
  return removable.length;
}
