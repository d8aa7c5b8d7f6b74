// Downloads that were interrupted, and from servers that fall silent, know no ranges, or label compressed files as encoded.
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../../../test/long-run.ts';
import { type MirrorServer, type ServeOptions, serveMirror } from '../test/serve-mirror.ts';
import { type CrawlSource, openCrawlSource, type SourceOptions, SourceUnavailable } from './crawl-source.ts';
import { downloadFile, type ReadOptions, readCrawlFile } from './read-file.ts';

const path = 'crawl-data/one.gz';
// Its content is compressed too, so that decoding it once or not at all can be told apart.
const content = gzipSync(gzipSync(randomBytes(300_000)));
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
  /** Sends the first part of the file, and then nothing. */
  const silentAfter =
    (bytes: number): ServeOptions['answer'] =>
    (response, { file, size, start }) => {
      if (start > 0) return false;
      response.writeHead(200, { 'content-length': size, etag: '"one"' });
      createReadStream(file, { end: bytes - 1 }).pipe(response, { end: false });
      return true;
    };

  test('is asked again for the rest', async () => {
    await serve({ answer: silentAfter(1_000) }, { silentMs: 500 });
    expect((await read()).equals(content)).toBe(true);
    // On a busy machine it may seem silent at other times too.
    expect(server.starts).toContain(1_000);
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

describe('a server that asks for a pause', () => {
  const busy =
    (retryAfter: string): ServeOptions['answer'] =>
    (response, { number }) =>
      number === 0 && Boolean(response.writeHead(503, { 'retry-after': retryAfter }).end());

  test('is asked again after it', async () => {
    await serve({ answer: busy('1') });
    const startedAt = Date.now();
    expect((await read()).equals(content)).toBe(true);
    expect(Date.now() - startedAt).toBeGreaterThan(900);
  });

  test.each([
    ['601', '11 minutes'],
    ['7200', '2 hours'],
    ['99999999999', '24 hours'],
    [new Date(Date.now() + 5 * 3_600_000).toUTCString(), '5 hours'],
  ])('(%s) for long is left alone, for %s', async (retryAfter, time) => {
    await serve({ answer: busy(retryAfter) });
    await expect(read()).rejects.toMatchObject({
      name: 'SourceUnavailable',
      message: `${server.address}/${path} answered 503. It asks to come back in ${time}.`,
    });
    expect(server.starts).toHaveLength(1);
  });
});

test('an empty file is not kept as complete', async () => {
  await serve({ answer: (response, { number }) => number === 0 && Boolean(response.writeHead(200).end()) });
  await expect(read()).rejects.toThrow(`${path} is empty at ${server.address}.`);
  expect((await read()).equals(content)).toBe(true);
});

/** Reads a part of the file and dies. */
async function readSome(): Promise<void> {
  for await (const chunk of readCrawlFile(source, path, options())) if (chunk.length > 0) return;
}

const kept = () => join(downloads(), path);

/** Sends the whole file, whatever is asked for. */
const withoutRanges: ServeOptions['answer'] = (response, { file, size }) => {
  response.writeHead(200, { 'content-length': size, 'last-modified': 'Sun, 19 Jul 2026 07:25:24 GMT' });
  createReadStream(file, { highWaterMark: 10_000 }).pipe(response);
  return true;
};

const answers: [string, ServeOptions['answer']][] = [
  ['with ranges', () => false],
  ['without ranges', withoutRanges],
];

describe.each(answers)('a server %s', (_, answer) => {
  beforeEach(() => serve({ answer, pieceBytes: 10_000 }));

  test('sends the rest of a download that was interrupted', async () => {
    await readSome();
    const { length } = await readFile(kept());
    expect(length).toBeLessThan(content.length);
    expect((await read()).equals(content)).toBe(true);
    expect((await readFile(kept())).equals(content)).toBe(true);
    expect(server.starts).toEqual([0, length]);
  });

  test('has nothing to add to a download that was killed before it was marked as complete', async () => {
    await read();
    await rm(`${kept()}.done`);
    expect((await read()).equals(content)).toBe(true);
    await read();
    expect(server.starts).toEqual([0, content.length]);
  });

  test('has another file than the one that is kept: it is downloaded again', async () => {
    await readSome();
    await appendFile(kept(), content);
    await downloadFile(source, path, options());
    expect((await readFile(kept())).equals(content)).toBe(true);
    expect((await read()).equals(content)).toBe(true);
  });

  test('has another file than the one that was read: the next attempt reads it from its start', async () => {
    await readSome();
    await appendFile(kept(), content);
    await expect(read()).rejects.toThrow('did not match the file at the source');
    expect(await readdir(join(downloads(), 'crawl-data'))).not.toContain('one.gz');
    expect((await read()).equals(content)).toBe(true);
  });
});

test.each<[string, (start: number, size: number) => [first: number, last: number, size?: string]]>([
  ['another part of a file', (_, size) => [0, size - 1]],
  ['another part of a file and not its size', (_, size) => [0, size - 1, '*']],
  ['a piece of the rest', (start) => [start, start + 9]],
  ['a range that ends before it begins', (start) => [start, start - 1]],
])('a server that sends %s is asked again', async (_, rangeOf) => {
  const answer: ServeOptions['answer'] = (response, { number, file, size, start }) => {
    if (number !== 1) return false;
    const [first, last, stated = size] = rangeOf(start, size);
    response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${stated}`, etag: '"one"' });
    createReadStream(file, { start: first, end: Math.max(first, last) }).pipe(response);
    return true;
  };
  await serve({ answer, pieceBytes: 10_000 });
  await readSome();
  expect((await read()).equals(content)).toBe(true);
  expect(server.starts).toHaveLength(3);
});

test('a file that changed on a server without ranges is not continued', async () => {
  const answer: ServeOptions['answer'] = (response, { file, number }) => {
    const day = number > 0 ? 20 : 19;
    response.writeHead(200, { 'last-modified': `Sun, ${day} Jul 2026 07:25:24 GMT` });
    createReadStream(file, { highWaterMark: 10_000 }).pipe(response);
    return true;
  };
  await serve({ answer });
  await readSome();
  await expect(read()).rejects.toThrow('has changed at the source');
});

test('a server that labels compressed files as encoded sends them as they are', async () => {
  const answer: ServeOptions['answer'] = (response, { start, size, file }) => {
    const headers = { 'content-encoding': 'gzip', 'content-length': size - start };
    response.writeHead(start > 0 ? 206 : 200, headers);
    createReadStream(file, { start, highWaterMark: 10_000 }).pipe(response);
    return true;
  };
  await serve({ answer });
  await readSome();
  expect((await read()).equals(content)).toBe(true);
  expect(server.starts).toEqual([0, expect.any(Number)]);
});
