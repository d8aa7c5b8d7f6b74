// Hostile and broken servers: each limit of the door is met, and nothing is left open afterwards.

import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound, type OutboundLimits, type OutboundRequest } from './outbound.ts';
import { type Site, startRawSite, startSite } from './test/site.ts';
import { soon } from './test/soon.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function raw(answer: (socket: Socket, head: string) => void, limits: Partial<OutboundLimits> = {}) {
  return withDoor(await startRawSite(answer), limits);
}

function withDoor(site: Site, limits: Partial<OutboundLimits>): { site: Site; door: Outbound } {
  const door = createOutbound({ practice: { port: site.port }, limits });
  cleanups.push(site.close, door.close);
  return { site, door };
}

const failure = (door: Outbound, url: string, options?: OutboundRequest) =>
  door.request(url, options).then(
    (response) =>
      response.bytes().then(
        (bytes) => `${bytes.length} bytes`,
        (error: unknown) => error,
      ),
    (error: unknown) => error,
  );

const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

describe('size', () => {
  const MB = 1024 * 1024;
  const zeros = Buffer.alloc(64 * MB);
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
    const { door } = withDoor(site, { maxBodyBytes: MB });
    expect(bomb.length).toBeLessThan(MB);
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'too-large', retryable: false });
    await soon(() => site.open()).toBe(0);
  });

  test('the layer between counts too: it grows although the result stays small', async () => {
    const emptyBlocks = Buffer.concat([
      gzipSync('').subarray(0, 10),
      Buffer.alloc(4 * MB, Buffer.from('000000ffff', 'hex')),
    ]);
    const site = await startSite((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(emptyBlocks));
    });
    const { door } = withDoor(site, { maxBodyBytes: MB });
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'too-large' });
  });

  test('an announced size over the limit is refused before the body', async () => {
    const { site, door } = await raw((socket) => socket.write(head('content-length: 2000000')), { maxBodyBytes: MB });
    await expect(door.request(site.url('/'))).rejects.toMatchObject({ code: 'too-large' });
    await soon(() => site.open()).toBe(0);
  });

  test('a body without announced size is cut off', async () => {
    const { site, door } = await raw(
      (socket) => {
        socket.write(head('connection: close'));
        socket.write(Buffer.alloc(2 * MB));
      },
      { maxBodyBytes: MB },
    );
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'too-large' });
  });

  test('exactly the limit passes', async () => {
    const { site, door } = await raw((socket) => socket.end(head('content-length: 1000') + 'a'.repeat(1_000)), {
      maxBodyBytes: 1_000,
    });
    expect(await failure(door, site.url('/'))).toBe('1000 bytes');
  });

  test.each([
    ['one long header', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`)],
    ['many headers', (socket: Socket) => socket.write(head(...Array.from({ length: 5_000 }, (_, i) => `x-${i}: a`)))],
    ['a header that never ends', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}`)],
  ])('%s is too much', async (_what, answer) => {
    const { site, door } = await raw(answer);
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'too-large' });
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
    const { site, door } = await raw((socket) => socket.end(bytes));
    expect(await failure(door, site.url('/'))).toMatchObject({ code });
    await soon(() => site.open()).toBe(0);
  });

  test('more than announced: the rest is not taken for the next answer', async () => {
    const { site, door } = await raw((socket) =>
      socket.write(`${head('content-length: 3')}abc${head('content-length: 4')}evil`),
    );
    expect(await failure(door, site.url('/'))).toBe('3 bytes');
    const second = await door.request(site.url('/2'));
    expect(await second.text()).toBe('abc');
  });

  test('messages and errors name the host, never the address behind it', async () => {
    const door = createOutbound({ resolve: async () => ['10.1.2.3'] });
    cleanups.push(door.close);
    const error = (await failure(door, 'http://intern.attacker.com/')) as Error;
    expect(error.message).toContain('intern.attacker.com');
    expect(error.message).not.toContain('10.1.2.3');
  });
});

describe('time', () => {
  test('no answer', async () => {
    const { site, door } = await raw(() => undefined, { firstByteMs: 50 });
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'timeout', retryable: true });
    await soon(() => site.open()).toBe(0);
  });

  test('endless preliminary answers do not stretch it', async () => {
    const { site, door } = await raw((socket) => drip(socket, () => 'HTTP/1.1 103 Early Hints\r\n\r\n'), {
      firstByteMs: 200,
    });
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'timeout' });
  });

  test('headers that drip', async () => {
    const { site, door } = await raw(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(socket, () => 'x: y\r\n');
      },
      { firstByteMs: 200 },
    );
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'timeout' });
  });

  test('a body that drips', async () => {
    const { site, door } = await raw(
      (socket) => {
        socket.write(head('content-length: 1000000'));
        drip(socket, () => 'a');
      },
      { totalMs: 200 },
    );
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'timeout', retryable: true });
    await soon(() => site.open()).toBe(0);
  });

  test('a body nobody reads is let go', async () => {
    const site = await startSite((_request, response) => {
      response.writeHead(200);
      for (let i = 0; i < 100; i += 1) response.write(Buffer.alloc(65_536));
    });
    const { door } = withDoor(site, { totalMs: 2_000 });
    const response = await door.request(site.url('/'));
    await soon(() => site.open()).toBe(0);
    await expect(response.bytes()).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a redirect page that drips does not hold the redirect up', async () => {
    const { site, door } = await raw((socket, request) => {
      if (request.startsWith('GET /end')) return socket.end(`${head('content-length: 2')}ok`);
      socket.write('HTTP/1.1 302 Found\r\nlocation: /end\r\ncontent-length: 1000\r\n\r\n');
      drip(socket, () => 'a');
    });
    expect(await failure(door, site.url('/'))).toBe('2 bytes');
  });
});

function drip(socket: Socket, next: () => string): void {
  const timer = setInterval(() => socket.write(next()), 10);
  socket.once('close', () => clearInterval(timer));
}

describe('cancelling', () => {
  test('a signal that was aborted before costs no connection', async () => {
    const { site, door } = await raw(() => undefined);
    const options = { signal: AbortSignal.abort(new Error('gone')) };
    expect(await failure(door, site.url('/'), options)).toMatchObject({ code: 'aborted' });
    expect(site.accepted()).toBe(0);
  });

  test('cancel() and leaving the loop close the connection', async () => {
    const { site, door } = await raw((socket) => {
      socket.write(head('content-length: 1000000'));
      drip(socket, () => 'a');
    });
    const first = await door.request(site.url('/'));
    first.cancel();
    await expect(first.bytes()).rejects.toMatchObject({ code: 'aborted' });
    for await (const _chunk of (await door.request(site.url('/'))).body) break;
    await soon(() => site.open()).toBe(0);
  });

  test('200 requests aborted at every stage leave no socket and no place taken', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    const { site, door } = await raw(
      (socket, request) => {
        if (request.startsWith('GET /silent')) return;
        socket.write(head('content-length: 1000000'));
        drip(socket, () => 'a');
      },
      { perHost: 20 },
    );
    const codes = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const abort = new AbortController();
        const url = site.url(i % 2 === 0 ? '/silent' : '/drip', `host${i % 7}`);
        const outcome = failure(door, url, { signal: abort.signal });
        setTimeout(() => abort.abort(), i % 50);
        return outcome;
      }),
    );
    expect(new Set(codes.map((error) => (error as { code: string }).code))).toEqual(new Set(['aborted']));
    await soon(() => site.open()).toBe(0);
    await soon(sockets).toBeLessThanOrEqual(before);
  });

  test('close() ends what runs and what waits', async () => {
    const { site, door } = await raw(() => undefined, { perHost: 1 });
    const outcomes = [failure(door, site.url('/')), failure(door, site.url('/')), failure(door, site.url('/', 'b'))];
    await soon(() => site.open()).toBe(2);
    await door.close();
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ code: 'aborted' });
    expect(await failure(door, site.url('/'))).toMatchObject({ code: 'aborted' });
    await soon(() => site.open()).toBe(0);
  });
});

test('a kept connection the server has closed meanwhile is replaced without a failure', async () => {
  let asked = 0;
  const answered = new WeakSet<Socket>();
  // Claims to keep the connection, answers one request on it, and hangs up on the second.
  const { site, door } = await raw((socket) => {
    asked += 1;
    if (answered.has(socket)) return socket.destroy();
    answered.add(socket);
    socket.write(`${head('content-length: 2')}ok`);
  });
  expect(await failure(door, site.url('/'))).toBe('2 bytes');
  expect(await failure(door, site.url('/'))).toBe('2 bytes');
  expect(asked).toBe(3);
  expect(site.accepted()).toBe(2);
});

test('only so many requests run against one host; the others wait in order, and other hosts do not', async () => {
  const order: string[] = [];
  const waiting: (() => void)[] = [];
  const site = await startSite((request, response) => {
    order.push(`${request.headers.host?.split('.')[0]}${request.url}`);
    waiting.push(() => response.end('ok'));
  });
  const { door } = withDoor(site, { perHost: 2 });
  const all = [1, 2, 3, 4, 5].map((i) => failure(door, site.url(`/${i}`, 'busy')));
  await soon(() => order.length).toBe(2);
  const other = failure(door, site.url('/1', 'free'));
  await soon(() => order).toContain('free/1');
  expect(order.filter((entry) => entry.startsWith('busy')).sort()).toEqual(['busy/1', 'busy/2']);
  for (let done = 1; done <= 6; done += 1) {
    await soon(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  }
  expect(new Set(await Promise.all([...all, other]))).toEqual(new Set(['2 bytes']));
  expect(order.slice(3)).toEqual(['busy/3', 'busy/4', 'busy/5']);
});
