// The contents of objects in the file store. Keys are generated ids: no name chosen by a user reaches the disk.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../platform/context.ts';
import { StorageError } from '../http/storage-error.ts';
import { deleteFileRows, listRemovable } from './files.store.ts';

type Parts = Pick<Context, 'config' | 'db' | 'storage'>;
type Bytes = AsyncGenerator<Uint8Array>;

/** Ids start with a timestamp and end with random characters; the latter spread files evenly over 256 folders. */
const keyOf = (id: string) => `objects/${id.slice(-2)}/${id}`;

export interface WrittenFile {
  size: number;
  etag: string;
}

/**
 * Writes the bytes to the file with this id. Rejects with `tooLong()` after `maxBytes`, with StorageError Aborted if the client
 * disconnects, and if the store cannot be reached. The caller removes what was written until then.
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
  await write(ctx, id, fromClient(bytes), measure);
  return { size, etag: `"${hash.digest('hex')}"` };
}

export const uploadAborted = (cause?: unknown) => new StorageError(400, 'Aborted', 'The upload was aborted', { cause });

/** Distinguishes failures of the client from failures of the store. */
async function* fromClient(bytes: Readable): Bytes {
  try {
    yield* bytes as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof StorageError ? error : uploadAborted(error);
  }
}

async function writeDirectly({ storage }: Parts, id: string, bytes: Bytes, measure: Transform): Promise<void> {
  const written = storage.putStream(keyOf(id), measure);
  // Without a reader the pipeline would never end.
  written.catch((error: Error) => measure.destroy(error));
  const [piped, put] = await Promise.allSettled([pipeline(bytes, measure), written]);
  // Either failure makes the other promise reject too. A StorageError is the client's fault; otherwise the store failed.
  if (piped.status === 'rejected' && piped.reason instanceof StorageError) throw piped.reason;
  if (put.status === 'rejected') throw put.reason;
  if (piped.status === 'rejected') throw piped.reason;
}

/** S3 needs the length before the first byte, and a slow client must not keep a request to it open. */
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

/** Returns false if the source does not exist. Rejects if the store cannot be reached. */
export async function copyFile({ storage }: Parts, from: string, to: string): Promise<boolean> {
  try {
    await storage.copy(keyOf(from), keyOf(to));
    return true;
  } catch (error) {
    if (await storage.exists(keyOf(from))) throw error;
    return false;
  }
}

/** Returns the bytes from `start` to `end` inclusive, or null if the file does not exist. Rejects if the store cannot be reached. */
export async function openFile(
  { storage }: Pick<Context, 'storage'>,
  id: string,
  { start, end }: { start: number; end: number },
): Promise<Readable | null> {
  // The file is empty.
  if (end < start) return (await storage.exists(keyOf(id))) ? Readable.from([]) : null;
  try {
    const file = await storage.getStream(keyOf(id));
    const chunks = section(file, start, end);
    // A file on disk is opened by the first read only: it may have been removed until then.
    const bytes = Readable.from(startingWith(await chunks.next(), chunks));
    bytes.once('close', () => file.destroy());
    return bytes;
  } catch (error) {
    if (await storage.exists(keyOf(id))) throw error;
    return null;
  }
}

async function* startingWith(first: IteratorResult<Uint8Array>, rest: Bytes): Bytes {
  if (!first.done) yield first.value;
  yield* rest;
}

async function* section(stream: Readable, start: number, end: number): Bytes {
  let at = 0;
  // Leaving the loop early, for example when the client disconnects, destroys the stream.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > end) return;
  }
  throw new Error('a stored file is shorter than its row says');
}

const atOnce = 8;

/** Removes files that are marked for removal, then their rows; optionally only among `ids`. Returns their number. */
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
