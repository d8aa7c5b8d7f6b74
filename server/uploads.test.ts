// Refused and aborted uploads over real connections: what the client sees, and what the operator sees.
import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type HttpServer, listen } from './platform/http/server.ts';
import { appForTests } from './test/app.ts';

let server: HttpServer;
const logged: { level: number; msg: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const zeus = appForTests({ log });
beforeAll(async () => {
  server = await listen(zeus.app.fetch, { host: '127.0.0.1', port: 0, linger: { ms: 60_000, bytes: 32_000_000 } });
});
afterAll(() => server.stop(1_000));

function open() {
  const socket = connect(server.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return socket;
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const body = 'x'.repeat(6_000_000);
const whole = [`Content-Length: ${body.length}`, body] as const;
const chunked = ['Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`] as const;

test.each([
  ['POST /api/campaign/new', whole, 413],
  ['POST /api/campaign/new', chunked, 413],
  ['POST /api/nothing', whole, 413],
  ['PUT /data/nothing', chunked, 413],
  ['POST /auth/v1/signup', whole, 413],
  ['POST /auth/v1/signup', chunked, 413],
  ['POST /stripe/webhook', whole, 413],
  ['POST /stripe/webhook', chunked, 413],
  ['POST /nothing', chunked, 413],
] as const)('%s with a body that is too large closes its connection (%#)', async (line, [header, sent], status) => {
  expect(await refused(line, header, sent)).toEqual({ status, closes: true });
});

const small = 'x'.repeat(500_000);
test.each([
  ['POST /api/campaign/new', 401],
  ['PUT /data/backlinks', 401],
  ['POST /api/nothing', 404],
  ['POST /data/nothing', 404],
  ['POST /stripe/nothing', 404],
  ['POST /auth/v1/nothing', 404],
  ['POST /auth/v1/logout', 401],
  ['DELETE /stripe/webhook', 405],
])('%s with an unread body closes its connection', async (line, status) => {
  expect(await refused(line, `Content-Length: ${small.length}`, small)).toEqual({ status, closes: true });
});

/** Sends it, with another request behind it. */
async function refused(line: string, header: string, sent: string) {
  const socket = open();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(lines(`${line} HTTP/1.1`, 'Host: zeus', header));
  socket.write(sent + lines('GET /healthz HTTP/1.1', 'Host: zeus'));
  await once(socket, 'close');
  const [first, ...more] = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)];
  expect(more).toEqual([]);
  return { status: Number(first?.[1]), closes: /^connection: close\r$/im.test(text) };
}

test.each([
  ['/auth/v1/signup', 'Content-Length: 1000'],
  ['/auth/v1/signup', 'Transfer-Encoding: chunked'],
  ['/stripe/webhook', 'Content-Length: 1000'],
  ['/stripe/webhook', 'Transfer-Encoding: chunked'],
  ['/api/campaign/new', 'Content-Length: 1000'],
  ['/api/campaign/new', 'Transfer-Encoding: chunked'],
])('an upload to %s that is cut short (%s) is not logged as our failure', async (path, header) => {
  const { token } = await zeus.newUser();
  const before = await answers();
  logged.length = 0;
  const socket = open();
  socket.write(lines(`POST ${path} HTTP/1.1`, 'Host: zeus', `Authorization: Bearer ${token}`, header));
  socket.end(header.startsWith('Content') ? '{"half":' : '8\r\n{"half":\r\n');
  await vi.waitFor(async () => expect(await answers()).not.toEqual(before), { timeout: 30_000 });
  expect((await answers()).filter((status) => status >= 500)).toEqual([]);
  expect(logged).toEqual([]);
});

/** The status of every response so far. */
async function answers(): Promise<number[]> {
  const { values } = await zeus.ctx.metrics.httpSeconds.get();
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .flatMap(({ labels, value }) => Array.from({ length: value }, () => Number(labels.status)));
}

test('warns once about X-Forwarded-For without a trusted proxy', async () => {
  logged.length = 0;
  for (let asked = 0; asked < 3; asked += 1)
    await zeus.ask('/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(logged.map(({ msg }) => msg)).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
});
