// Downloads from servers that fall silent, whose connections break, and that know no ranges.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MirrorServer, type ServeOptions, serveMirror } from '../test/serve-mirror.ts';
import { type CrawlSource, openCrawlSource, type SourceOptions, SourceUnavailable } from './crawl-source.ts';
import { type ReadOptions, readCrawlFile } from './read-file.ts';

const path = 'crawl-data/one.gz';
const content = randomBytes(300_000);
let folder: string;
let server: MirrorServer;
let source: CrawlSource;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zeus-read-'));
  await mkdir(join(folder, 'mirror/crawl-data'), { recursive: true });
  await writeFile(join(folder, 'mirror', path), content);
});
afterEach(async () => {
  await source.close();
  await server.close();
  await rm(folder, { recursive: true });
});

async function serve(options: ServeOptions, sourceOptions?: SourceOptions): Promise<void> {
  server = await serveMirror(join(folder, 'mirror'), options);
  source = openCrawlSource(server.address, 'test', sourceOptions);
}

const downloads = () => join(folder, 'downloads');
const options = (more: Partial<ReadOptions> = {}) => ({ folder: downloads(), pauseMs: 1, ...more });

async function read(more?: Partial<ReadOptions>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readCrawlFile(source, path, options(more))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a server that falls silent', () => {
  /** Sends a part of the file, and then nothing. */
  const silentAfter =
    (bytes: number): ServeOptions['answer'] =>
    (response, { file, size, number }) => {
      if (number > 0) return false;
      response.writeHead(200, { 'content-length': size, etag: '"one"' });
      createReadStream(file, { end: bytes - 1 }).pipe(response, { end: false });
      return true;
    };

  test('is asked again for the rest', async () => {
    await serve({ answer: silentAfter(1_000) }, { silentMs: 500 });
    expect((await read()).equals(content)).toBe(true);
    expect(server.starts).toEqual([0, 1_000]);
  });

  test('for good is reported', async () => {
    const answer: ServeOptions['answer'] = (response, { size }) => {
      response.writeHead(200, { 'content-length': size }).flushHeaders();
      return true;
    };
    await serve({ answer }, { silentMs: 10 });
    await expect(read()).rejects.toThrow(SourceUnavailable);
    await expect(read()).rejects.toThrow('crawl-data/one.gz stopped sending');
  });

  test('is no reason to give up while the reader is busy', async () => {
    await serve({ pieceBytes: 1_000 }, { silentMs: 500 });
    const chunks: Uint8Array[] = [];
    for await (const chunk of readCrawlFile(source, path, options())) {
      if (chunks.length === 0) await new Promise((resolve) => setTimeout(resolve, 800));
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
    expect(server.starts).toEqual([0]);
  });

  test.each([
    ['before it answers', () => true],
    ['while it sends nothing', silentAfter(1_000)],
  ])('does not delay an abort %s', async (_, answer) => {
    await serve({ answer });
    const stop = new AbortController();
    const reading = read({ signal: stop.signal });
    setTimeout(() => stop.abort(new Error('no longer wanted')), 100);
    await expect(reading).rejects.toThrow('no longer wanted');
  });

  test('does not delay an abort between two attempts', async () => {
    await serve({ answer: (response) => Boolean(response.writeHead(503).end()) });
    const stop = new AbortController();
    const reading = read({ signal: stop.signal, pauseMs: 60_000 });
    setTimeout(() => stop.abort(new Error('no longer wanted')), 100);
    await expect(reading).rejects.toThrow('no longer wanted');
  });
});
