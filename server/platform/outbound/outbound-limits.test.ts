// Hostile and broken servers: each limit of the outbound client applies, and nothing stays open afterwards.

import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createOutbound } from './outbound.ts';
import { drip, failure, head, raw, withOutbound } from './test/hostile.ts';
import { startSite } from './test/site.ts';
import { soon } from './test/soon.ts';

describe('size', () => {
  const MB = 1024 * 1024;
  const zeros = Buffer.alloc(16 * MB);
  test.each([
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['zstd', zstdCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('a %s bomb is cut off', async (encoding, bomb) => {
    const site = await startSite((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    });
    const { outbound } = withOutbound(site, { maxBodyBytes: MB });
    expect(bomb.length).toBeLessThan(MB);
    expect(await failure(outbound, site.url('/'))).toMatchObject({ code: 'too-large', retryable: false });
    await soon(() => site.open()).toBe(0);
  });

  test('intermediate layers count too: they grow although the result stays small', async () => {
    const emptyBlocks = Buffer.concat([
      gzipSync('').subarray(0, 10),
      Buffer.alloc(4 * MB, Buffer.from('000000ffff', 'hex')),
    ]);
    const site = await startSite((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(emptyBlocks));
    });
    const { outbound } = withOutbound(site, { maxBodyBytes: MB });
    expect(await failure(outbound, site.url('/'))).toMatchObject({ code: 'too-large' });
  });

  test('refuses an announced size over the limit before the body', async () => {
    const { site, outbound } = await raw((socket) => socket.write(head('content-length: 2000000')), {
      maxBodyBytes: MB,
    });
    await expect(outbound.request(site.url('/'))).rejects.toMatchObject({ code: 'too-large' });
    await soon(() => site.open()).toBe(0);
  });

  test('cuts off a body without an announced size', async () => {
    const { site, outbound } = await raw(
      (socket) => {
        socket.write(head('connection: close'));
        socket.write(Buffer.alloc(2 * MB));
      },
      { maxBodyBytes: MB },
    );
    expect(await failure(outbound, site.url('/'))).toMatchObject({ code: 'too-large' });
  });

  test('uses the configured header limit', async () => {
    const answer = (socket: Socket) => socket.write(head(`x: ${'a'.repeat(20_000)}`, 'content-length: 0'));
    const small = await raw(answer, { maxHeaderBytes: 10_000 });
    expect(await failure(small.outbound, small.site.url('/'))).toMatchObject({ code: 'too-large' });
    const large = await raw(answer);
    expect(await failure(large.outbound, large.site.url('/'))).toBe('0 bytes');
  });

  test('exactly the limit passes', async () => {
    const { site, outbound } = await raw((socket) => socket.end(head('content-length: 1000') + 'a'.repeat(1_000)), {
      maxBodyBytes: 1_000,
    });
    expect(await failure(outbound, site.url('/'))).toBe('1000 bytes');
  });

  test.each([
    ['one long header', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`)],
    ['many headers', (socket: Socket) => socket.write(head(...Array.from({ length: 5_000 }, (_, i) => `x-${i}: a`)))],
    ['a header that never ends', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}`)],
  ])('%s is too much', async (_what, answer) => {
    const { site, outbound } = await raw(answer);
    expect(await failure(outbound, site.url('/'))).toMatchObject({ code: 'too-large' });
    await soon(() => site.open()).toBe(0);
  });
});

describe('broken answers', () => {
  test.each([
    ['less than announced', `${head('content-length: 10')}abc`, 'bad-response'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n', 'bad-response'],
    ['nothing', '', 'bad-response'],
    ['a chunk cut short', `${head('transfer-encoding: chunked')}10\r\nabc`, 'bad-response'],
    ['two lengths', `${head('content-length: 3', 'content-length: 4')}abcd`, 'bad-response'],
    [
      'length and chunks',
      `${head('content-length: 3', 'transfer-encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`,
      'bad-response',
    ],
    ['gzip that is none', `${head('content-encoding: gzip', 'content-length: 3')}abc`, 'bad-response'],
    ['brotli that is none', `${head('content-encoding: br', 'content-length: 5')}abcde`, 'bad-response'],
    ['zstd that is none', `${head('content-encoding: zstd', 'content-length: 5')}abcde`, 'bad-response'],
    ['an unknown packing', `${head('content-encoding: compress', 'content-length: 3')}abc`, 'bad-response'],
    [
      'a packing named like a built-in',
      `${head('content-encoding: constructor', 'content-length: 3')}abc`,
      'bad-response',
    ],
    ['three layers', `${head('content-encoding: gzip, gzip, gzip', 'content-length: 3')}abc`, 'bad-response'],
    ['a redirect to nowhere', 'HTTP/1.1 302 Found\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n', 'bad-response'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'bad-response'],
  ])('%s', async (_what, bytes, code) => {
    const { site, outbound } = await raw((socket) => socket.end(bytes));
    expect(await failure(outbound, site.url('/'))).toMatchObject({ code });
    await soon(() => site.open()).toBe(0);
  });

  test('more than announced: the rest is not mistaken for the next response', async () => {
    const { site, outbound } = await raw((socket) =>
      socket.write(`${head('content-length: 3')}abc${head('content-length: 4')}evil`),
    );
    expect(await failure(outbound, site.url('/'))).toBe('3 bytes');
    const second = await outbound.request(site.url('/2'));
    expect(await second.text()).toBe('abc');
  });

  test('messages and errors name the host, never the IP address behind it', async () => {
    const outbound = createOutbound({ resolve: async () => ['10.1.2.3'] });
    onTestFinished(outbound.close);
    const error = (await failure(outbound, 'http://intern.attacker.com/')) as Error;
    expect(error.message).toContain('intern.attacker.com');
    expect(error.message).not.toContain('10.1.2.3');
  });
});

describe('time', () => {
  const NO_ANSWER = { code: 'timeout', message: 'site.localhost did not answer in time.' };

  test('no answer', async () => {
    const { site, outbound } = await raw(() => undefined, { firstByteMs: 50 });
    expect(await failure(outbound, site.url('/'))).toMatchObject({ ...NO_ANSWER, retryable: true });
    await soon(() => site.open()).toBe(0);
  });

  test('endless interim responses do not extend it', async () => {
    const { site, outbound } = await raw((socket) => drip(socket, () => 'HTTP/1.1 103 Early Hints\r\n\r\n'), {
      firstByteMs: 200,
    });
    expect(await failure(outbound, site.url('/'))).toMatchObject(NO_ANSWER);
  });

  test('dripping headers', async () => {
    const { site, outbound } = await raw(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(socket, () => 'x: y\r\n');
      },
      { firstByteMs: 200 },
    );
    expect(await failure(outbound, site.url('/'))).toMatchObject(NO_ANSWER);
  });

  test('a dripping body', async () => {
    const { site, outbound } = await raw(
      (socket) => {
        socket.write(head('content-length: 1000000'));
        drip(socket, () => 'a');
      },
      { totalMs: 200 },
    );
    expect(await failure(outbound, site.url('/'))).toMatchObject({
      code: 'timeout',
      message: 'site.localhost took longer than allowed.',
    });
    await soon(() => site.open()).toBe(0);
  });

  test('releases a body that no one reads', async () => {
    const site = await startSite((_request, response) => {
      response.writeHead(200);
      for (let i = 0; i < 100; i += 1) response.write(Buffer.alloc(65_536));
    });
    const { outbound } = withOutbound(site, { totalMs: 2_000 });
    const response = await outbound.request(site.url('/'));
    await soon(() => site.open()).toBe(0);
    await expect(response.bytes()).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a dripping redirect page does not delay the redirect', async () => {
    const { site, outbound } = await raw((socket, request) => {
      if (request.startsWith('GET /end')) return socket.end(`${head('content-length: 2')}ok`);
      socket.write('HTTP/1.1 302 Found\r\nlocation: /end\r\ncontent-length: 1000\r\n\r\n');
      drip(socket, () => 'a');
    });
    expect(await failure(outbound, site.url('/'))).toBe('2 bytes');
  });
});
