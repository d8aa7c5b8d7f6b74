import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { limitBody } from './body.ts';
import { type HttpServer, listen } from './server.ts';

let server: HttpServer;
beforeAll(async () => {
  const app = new Hono()
    .get('/', (c) => c.text('here'))
    .post('/unread', (c) => c.text('signed out', 401))
    .post('/limited-unread', limitBody(1_000_000), (c) => c.text('signed out', 401))
    .post('/limited', limitBody(100_000), async (c) => c.text(await c.req.text()))
    .onError((_error, c) => c.text('too large', 413));
  server = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop(1_000));

/** Sends these one after the other on one connection; answers the lines of status. */
function talk(parts: string[], answers: number): Promise<string[]> {
  const socket = connect(server.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      if (statuses().length >= answers) resolve(statuses());
    });
    socket.on('error', () => undefined).on('close', () => resolve(statuses()));
    for (const part of parts) socket.write(part);
  });
}

const body = 'x'.repeat(500_000);
const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;

test.each([
  ['refused unread', '/unread', '401'],
  ['refused unread behind a limit', '/limited-unread', '401'],
  ['over the limit', '/limited', '413'],
])('the next request on a connection is answered after a large one was %s', async (_why, path, status) => {
  const sent = [head(`POST ${path}`, `Content-Length: ${body.length}`), body, head('GET /')];
  expect(await talk(sent, 2)).toEqual([status, '200']);
});

test('a body of unknown length is refused when it has grown too large', async () => {
  const sent = [head('POST /limited', 'Transfer-Encoding: chunked'), `7a120\r\n${body}\r\n0\r\n\r\n`];
  expect(await talk(sent, 1)).toEqual(['413']);
});
