import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { limitBody } from './body.ts';
import { type HttpServer, listen } from './server.ts';

let server: HttpServer;
let greeted = 0;
const app = new Hono()
  .get('/', (c) => {
    greeted += 1;
    return c.text('here');
  })
  .post('/unread', (c) => c.text('signed out', 401))
  .post('/unread-later', async (c) => {
    await new Promise(setImmediate);
    return c.text('signed out', 401);
  })
  .post('/unread-empty', (c) => c.body(null, 204))
  .post('/limited', limitBody(100_000), async (c) => c.text(`${(await c.req.text()).length} read`))
  .onError((_error, c) => c.text('too large', 413));

beforeAll(async () => {
  // Long enough for a busy machine; the limits have tests of their own.
  server = await listen(app.fetch, { host: '127.0.0.1', port: 0, linger: { ms: 60_000, bytes: 32_000_000 } });
});
beforeEach(() => {
  greeted = 0;
});
afterAll(() => server.stop(1_000));

interface Talk {
  socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** Resolves with everything received once it contains this. */
  until(part: string): Promise<string>;
  /** Resolves with everything received once the server has closed. Rejects if it reset the connection. */
  closed: Promise<string>;
}

function open({ port }: HttpServer = server): Talk {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const closed = new Promise<string>((resolve, reject) => {
    socket.once('error', reject).once('close', () => resolve(text));
  });
  closed.catch(() => {});
  const until = async (part: string) => {
    while (!text.includes(part)) await once(socket, 'data');
    return text;
  };
  return { socket, text: () => text, until, closed };
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
const large = 'x'.repeat(500_000);

describe.each([
  ['/unread', '401'],
  ['/unread-later', '401'],
  ['/limited', '413'],
])('%s answered with %s before the body has arrived', (path, status) => {
  const half = large.slice(0, large.length / 2);
  const ways = {
    'a declared length': [head(`POST ${path}`, `Content-Length: ${large.length}`), half, half],
    chunks: [
      head(`POST ${path}`, 'Transfer-Encoding: chunked'),
      `3d090\r\n${half}\r\n`,
      `3d090\r\n${half}\r\n0\r\n\r\n`,
    ],
  };

  test.each(Object.entries(ways))('closes the connection, and runs nothing after it: %s', async (_way, parts) => {
    const { socket, closed } = open();
    for (const part of [...parts, head('GET /')]) socket.write(part);
    const text = await closed;
    expect(statuses(text)).toEqual([status]);
    expect(text).toMatch(/^connection: close\r$/im);
    expect(greeted).toBe(0);
  });

  test.each(Object.entries(ways))('says so to a client that sends the rest afterwards: %s', async (_way, parts) => {
    const { socket, until, closed } = open();
    const [start, first, rest] = parts as [string, string, string];
    socket.write(start + first);
    await until(`HTTP/1.1 ${status}`);
    socket.write(rest);
    const text = await closed;
    expect(statuses(text)).toEqual([status]);
    expect(text).toMatch(/^connection: close\r$/im);
  });
});

test('a client that sends everything before it reads gets the answer', async () => {
  const { socket, closed } = open();
  socket.pause();
  const body = 'x'.repeat(8_000_000);
  socket.write(head('POST /limited', `Content-Length: ${body.length}`));
  await new Promise((resolve) => socket.write(body, resolve));
  socket.resume();
  expect(await closed).toContain('too large');
});

test('a client that never stops sending is cut off after the answer', async () => {
  const strict = await listen(app.fetch, { host: '127.0.0.1', port: 0, linger: { ms: 60_000, bytes: 100_000 } });
  onTestFinished(() => strict.stop(0));
  const { socket, text, closed } = open(strict);
  socket.write(head('POST /unread', 'Transfer-Encoding: chunked'));
  const send = () =>
    void (socket.writable && socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`, () => setImmediate(send)));
  send();
  await closed.catch(() => {});
  expect(statuses(text())).toEqual(['401']);
});

test('a client that stops sending is cut off after the answer', async () => {
  const strict = await listen(app.fetch, { host: '127.0.0.1', port: 0, linger: { ms: 10, bytes: 100_000 } });
  onTestFinished(() => strict.stop(0));
  const { socket, closed } = open(strict);
  socket.write(head('POST /unread', 'Content-Length: 1000'));
  expect(await closed).toContain('signed out');
});

test.each([
  ['refused with a small body', `${head('POST /unread', 'Content-Length: 5')}hello`, '401'],
  [
    'refused with a small body in chunks',
    `${head('POST /unread', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    '401',
  ],
  ['refused later', `${head('POST /unread-later', 'Content-Length: 5')}hello`, '401'],
  ['read in full', head('POST /limited', 'Content-Length: 90000') + large.slice(0, 90_000), '200'],
  ['a GET with a body', head('GET /', `Content-Length: ${large.length}`) + large, '200'],
])('the connection stays open after a request that was %s', async (_what, request, status) => {
  const { socket, closed } = open();
  socket.write(request + head('GET /', 'Connection: close'));
  expect(statuses(await closed)).toEqual([status, '200']);
});

test('an answer without a body also closes the connection', async () => {
  const { socket, closed } = open();
  socket.write(head('POST /unread-empty', `Content-Length: ${large.length}`) + large.slice(0, 1_000));
  socket.write(large.slice(1_000) + head('GET /'));
  const text = await closed;
  expect(statuses(text)).toEqual(['204']);
  expect(text).toMatch(/^connection: close\r$/im);
  expect(greeted).toBe(0);
});

test('idle connections outlive those of a load balancer, which closes them after 60 seconds', async () => {
  const started = channel('http.server.request.start');
  const { promise: used, resolve } = Promise.withResolvers<Server>();
  const note = (message: unknown) => resolve((message as { server: Server }).server);
  started.subscribe(note);
  onTestFinished(() => void started.unsubscribe(note));
  const { socket, until } = open();
  socket.write(head('GET /'));
  const text = await until('here');
  expect(Number(/^keep-alive: timeout=(\d+)\r$/im.exec(text)?.[1])).toBeGreaterThan(60);
  const { keepAliveTimeout, headersTimeout, requestTimeout } = await used;
  expect(headersTimeout).toBeGreaterThan(keepAliveTimeout);
  expect(requestTimeout).toBeGreaterThan(headersTimeout);
});
