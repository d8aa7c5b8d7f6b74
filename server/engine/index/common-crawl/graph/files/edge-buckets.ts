// Links on their way from the order of the file, by linking domain, to the order of the graph, by linked domain: each bucket is a file with
// the links to a range of ids. Since linking ids ascend, their differences are stored, which takes half the space of two ids.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type AppendFile, openAppendFile } from './append-file.ts';

/** Buckets of 121 million domains have half a million of them. */
export const usualBuckets = 256;
const chunkBytes = 64 * 1024;
/** A target takes 3 bytes, a difference at most 5. */
const mostEdgeBytes = 8;
const headBytes = 4;

export const bucketPath = (work: string, bucket: number) => join(work, `edges-${bucket}.part`);
export const idsPerBucket = (ids: number, buckets: number) => Math.ceil(ids / buckets);

export interface BucketWriter {
  add(from: number, to: number): void;
  /** Returns the lengths of the files once everything is on disk. */
  sync(): number[];
  close(): void;
}

/** `lengths`: of the files, when they are continued. */
export function openBuckets(work: string, { ids, lengths }: { ids: number; lengths: readonly number[] }): BucketWriter {
  const each = idsPerBucket(ids, lengths.length);
  const files = lengths.map((length, bucket) => openAppendFile(bucketPath(work, bucket), length, chunkBytes));
  const chunks = files.map(createChunk);
  return {
    add(from, to) {
      const bucket = Math.floor(to / each);
      (chunks[bucket] as Chunk).add(from, to - bucket * each);
    },
    sync() {
      return files.map((file, bucket) => {
        chunks[bucket]?.flush();
        file.sync();
        return file.length;
      });
    },
    close() {
      for (const file of files) file.close();
    },
  };
}

type Chunk = ReturnType<typeof createChunk>;

/** A chunk can be decoded alone; it begins with its length. */
function createChunk(file: AppendFile) {
  const bytes = Buffer.allocUnsafe(chunkBytes);
  let used = headBytes;
  let before = 0;
  const flush = () => {
    if (used === headBytes) return;
    bytes.writeUInt32LE(used - headBytes, 0);
    file.append(bytes.subarray(0, used));
    used = headBytes;
    before = 0;
  };
  return {
    flush,
    add(from: number, target: number) {
      if (used + mostEdgeBytes > chunkBytes) flush();
      bytes[used] = target & 0xff;
      bytes[used + 1] = (target >>> 8) & 0xff;
      bytes[used + 2] = target >>> 16;
      used += 3;
      // A file that is not sorted has negative differences too; the lowest bit is the sign.
      let rest = from >= before ? (from - before) * 2 : (before - from) * 2 - 1;
      before = from;
      for (; rest >= 128; rest = Math.floor(rest / 128)) {
        bytes[used] = (rest % 128) | 128;
        used += 1;
      }
      bytes[used] = rest;
      used += 1;
    },
  };
}

/** Calls back for each link, in the order of the file; `target` counts from the bucket's first id. */
export async function readBucket(
  work: string,
  bucket: number,
  onEdge: (from: number, target: number) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of createReadStream(bucketPath(work, bucket), { highWaterMark: 256 * 1024 })) {
    const bytes: Buffer = rest.length === 0 ? (part as Buffer) : Buffer.concat([rest, part as Buffer]);
    let at = 0;
    while (at + headBytes <= bytes.length) {
      const end = at + headBytes + bytes.readUInt32LE(at);
      if (end > bytes.length) break;
      decodeChunk(bytes.subarray(at + headBytes, end), onEdge);
      at = end;
    }
    rest = bytes.subarray(at);
  }
}

function decodeChunk(chunk: Buffer, onEdge: (from: number, target: number) => void): void {
  let from = 0;
  for (let at = 0; at < chunk.length; ) {
    const target = (chunk[at] as number) | ((chunk[at + 1] as number) << 8) | ((chunk[at + 2] as number) << 16);
    at += 3;
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = chunk[at] as number;
      at += 1;
      value += (byte & 127) * scale;
      // Also at the end of a damaged chunk.
      if (!(byte >= 128)) break;
    }
    from += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    onEdge(from, target);
  }
}
