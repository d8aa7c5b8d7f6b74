// For tests of downloads: the files of a folder on a server that speaks ranges, as Common Crawl's does.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface MirrorRequest {
  /** Counted from 0. */
  number: number;
  file: string;
  size: number;
  /** The first byte that is asked for. */
  start: number;
}

export interface ServeOptions {
  /** Answers in another way than with the file, and returns true. */
  answer?(response: ServerResponse, request: MirrorRequest): boolean;
  /** How much is sent at once. */
  pieceBytes?: number;
}

export type MirrorServer = Awaited<ReturnType<typeof serveMirror>>;

export async function serveMirror(folder: string, { answer, pieceBytes = 64 * 1024 }: ServeOptions = {}) {
  const starts: number[] = [];
  const server = createServer(async ({ headers, url }, response) => {
    const file = join(folder, url ?? '');
    const size = (await stat(file).catch(() => null))?.size;
    if (size === undefined) return void response.writeHead(404).end();
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    starts.push(start);
    if (answer?.(response, { number: starts.length - 1, file, size, start })) return;
    if (start > 0 && start >= size) return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    const range = start > 0 ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {};
    response.writeHead(start > 0 ? 206 : 200, { ...range, 'content-length': size - start, etag: '"one"' });
    createReadStream(file, { start, highWaterMark: pieceBytes }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    /** The first byte that each request asked for. */
    starts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
