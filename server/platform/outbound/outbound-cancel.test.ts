// Aborted requests, and requests that share a host: nothing stays open, nothing overtakes.

import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { drip, failure, head, raw, withOutbound } from './test/hostile.ts';
import { startSite } from './test/site.ts';
import { soon } from './test/soon.ts';

describe('canceling', () => {
  test('a signal that was already aborted costs no connection', async () => {
    const { site, outbound } = await raw(() => undefined);
    const options = { signal: AbortSignal.abort(new Error('gone')) };
    expect(await failure(outbound, site.url('/'), options)).toMatchObject({ code: 'aborted' });
    expect(site.accepted()).toBe(0);
  });

  test('cancel() and leaving the loop close the connection', async () => {
    const { site, outbound } = await raw((socket) => {
      socket.write(head('content-length: 1000000'));
      drip(socket, () => 'a');
    });
    const first = await outbound.request(site.url('/'));
    first.cancel();
    await expect(first.bytes()).rejects.toMatchObject({ code: 'aborted' });
    for await (const _chunk of (await outbound.request(site.url('/'))).body) break;
    await soon(() => site.open()).toBe(0);
  });

  test('200 requests aborted at every stage leave no socket open and no slot taken', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    const { site, outbound } = await raw(
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
        const outcome = failure(outbound, url, { signal: abort.signal });
        setTimeout(() => abort.abort(), i % 50);
        return outcome;
      }),
    );
    expect(new Set(codes.map((error) => (error as { code: string }).code))).toEqual(new Set(['aborted']));
    await soon(() => site.open()).toBe(0);
    await soon(sockets).toBeLessThanOrEqual(before);
  });

  test('close() ends running and waiting requests', async () => {
    const { site, outbound } = await raw(() => undefined, { perHost: 1 });
    const outcomes = [
      failure(outbound, site.url('/')),
      failure(outbound, site.url('/')),
      failure(outbound, site.url('/', 'b')),
    ];
    await soon(() => site.open()).toBe(2);
    await outbound.close();
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ code: 'aborted' });
    expect(await failure(outbound, site.url('/'))).toMatchObject({ code: 'aborted' });
    await soon(() => site.open()).toBe(0);
  });
});

test('replaces a kept connection that the server has closed, without a failure', async () => {
  let asked = 0;
  const answered = new WeakSet<Socket>();
  // Promises to keep the connection, answers one request on it, and hangs up on the second.
  const { site, outbound } = await raw((socket) => {
    asked += 1;
    if (answered.has(socket)) return socket.destroy();
    answered.add(socket);
    socket.write(`${head('content-length: 2')}ok`);
  });
  expect(await failure(outbound, site.url('/'))).toBe('2 bytes');
  expect(await failure(outbound, site.url('/'))).toBe('2 bytes');
  expect(asked).toBe(3);
  expect(site.accepted()).toBe(2);
});

test('limits concurrent requests per host; the others wait in order, and other hosts do not', async () => {
  const order: string[] = [];
  const waiting: (() => void)[] = [];
  const site = await startSite((request, response) => {
    order.push(`${request.headers.host?.split('.')[0]}${request.url}`);
    waiting.push(() => response.end('ok'));
  });
  const { outbound } = withOutbound(site, { perHost: 2 });
  const all = [1, 2, 3, 4, 5].map((i) => failure(outbound, site.url(`/${i}`, 'busy')));
  await soon(() => order.length).toBe(2);
  const other = failure(outbound, site.url('/1', 'free'));
  await soon(() => order).toContain('free/1');
  expect(order.filter((entry) => entry.startsWith('busy')).sort()).toEqual(['busy/1', 'busy/2']);
  for (let done = 1; done <= 6; done += 1) {
    await soon(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  }
  expect(new Set(await Promise.all([...all, other]))).toEqual(new Set(['2 bytes']));
  expect(order.slice(3)).toEqual(['busy/3', 'busy/4', 'busy/5']);
});
