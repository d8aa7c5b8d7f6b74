// Writes WARC files as Common Crawl does: every record is a gzip member of its own.
import { gzipSync } from 'node:zlib';

export interface WrittenRecord {
  offset: number;
  length: number;
}

export function createWarcWriter() {
  const members: Buffer[] = [];
  let offset = 0;
  return {
    add(headers: Record<string, string>, body: Buffer): WrittenRecord {
      const member = gzipSync(warcRecord(headers, body));
      members.push(member);
      const written = { offset, length: member.length };
      offset += member.length;
      return written;
    },
    bytes: () => Buffer.concat(members),
  };
}

/** A record, not compressed. A given Content-Length is kept, right or wrong. */
export function warcRecord(headers: Record<string, string>, body: Buffer): Buffer {
  const lines = Object.entries({ 'Content-Length': String(body.length), ...headers });
  const head = `WARC/1.0\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n\r\n')]);
}

/** A file's bytes as a stream of chunks. */
export async function* chunksOf(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
