// Normal use of the outbound client, through the practice exception on a real local server.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CallReport } from './call.ts';
import type { Outbound } from './outbound.ts';
import { outboundForTests } from './test/outbound.ts';
import { siteForTests } from './test/site.ts';
import { soon } from './test/soon.ts';

// Longer than one decompressed chunk.
const TEXT = 'Grüße aus der Praxis. '.repeat(10_000);
const PACKED: Record<string, [encoding: string, body: Buffer]> = {
  '/gzip': ['gzip', gzipSync(TEXT)],
  '/x-gzip': ['X-GZip', gzipSync(TEXT)],
  '/gzip-without-end': ['gzip', gzipSync(TEXT).subarray(0, -8)],
  '/deflate': ['deflate', deflateSync(TEXT)],
  '/deflate-bare': ['deflate', deflateRawSync(TEXT)],
  '/br': ['br', brotliCompressSync(TEXT)],
  '/zstd': ['zstd', zstdCompressSync(TEXT)],
  '/twice': ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
  '/plain': ['identity', Buffer.from(TEXT)],
  '/misused-header': ['UTF-8', Buffer.from(TEXT)],
};

const site = siteForTests(answer);
const outbound = outboundForTests(() => ({
  practice: { port: site.port },
  userAgent: 'Zeus-Test',
  onRequest: (r) => reports.push(r),
}));
const reports: CallReport[] = [];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
  const packed = PACKED[pathname];
  if (packed !== undefined) {
    response.writeHead(200, { 'content-encoding': packed[0] }).end(packed[1]);
  } else if (pathname === '/redirect') {
    const location = searchParams.get('to') ?? '';
    response.writeHead(Number(searchParams.get('status') ?? 302), { location }).end('moved');
  } else if (pathname === '/latin1') {
    response.writeHead(200, { 'content-type': 'text/html; charset=ISO-8859-1' }).end(Buffer.from('Grüße', 'latin1'));
  } else if (pathname === '/empty') {
    response.writeHead(204).end();
  } else {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers, url } = request;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          method,
          url,
          headers,
          body: Buffer.concat(chunks).toString(),
          port: request.socket.remotePort,
        }),
      );
    });
  }
}

const echo = async (...args: Parameters<Outbound['request']>) =>
  JSON.parse(await (await outbound.request(...args)).text());

describe('a request', () => {
  test('arrives with our headers and the name as host', async () => {
    const seen = await echo(site.url('/a?b=c#d'), { headers: { 'Accept-Language': 'de' } });
    expect(seen).toMatchObject({ method: 'GET', url: '/a?b=c' });
    expect(seen.headers).toMatchObject({
      host: `site.localhost:${site.port}`,
      'user-agent': 'Zeus-Test',
      'accept-language': 'de',
      'accept-encoding': 'gzip, deflate, br, zstd',
    });
  });

  test('carries a body', async () => {
    const headers = { 'content-type': 'text/plain' };
    const seen = await echo(site.url('/'), { method: 'POST', body: 'hällo', headers });
    expect(seen).toMatchObject({ method: 'POST', body: 'hällo' });
    expect(seen.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '6' });
  });

  test('for a raw body asks for no encoding, and undoes none', async () => {
    expect((await echo(site.url('/'), { raw: true })).headers['accept-encoding']).toBe('identity');
    const response = await outbound.request(site.url('/gzip'), { raw: true });
    expect(Buffer.compare(await response.bytes(), PACKED['/gzip']?.[1] ?? Buffer.alloc(0))).toBe(0);
  });

  test('drops the trailing dot of a name', async () => {
    expect((await echo(`http://site.localhost.:${site.port}/`)).headers.host).toBe(`site.localhost:${site.port}`);
  });

  test.each(['host', 'Content-Length', 'transfer-encoding', 'Connection', 'proxy-authorization', 'accept-encoding'])(
    'may not set the header %s',
    async (name) => {
      await expect(outbound.request(site.url('/'), { headers: { [name]: '1' } })).rejects.toThrow(TypeError);
    },
  );

  test('cannot smuggle a line into a header', async () => {
    await expect(outbound.request(site.url('/'), { headers: { 'x-a': 'b\r\nhost: c' } })).rejects.toThrow(TypeError);
  });

  test('HEAD and 204 have no body and hold nothing', async () => {
    const head = await outbound.request(site.url('/gzip'), { method: 'HEAD' });
    expect([head.status, head.headers['content-encoding'], await head.text()]).toEqual([200, 'gzip', '']);
    expect(await (await outbound.request(site.url('/empty'))).bytes()).toHaveLength(0);
  });

  test('is reported once, when its body has been read', async () => {
    reports.length = 0;
    const response = await outbound.request(site.url('/gzip'));
    await response.bytes();
    await soon(() => reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ host: 'site.localhost', status: 200, bytes: Buffer.byteLength(TEXT) });
    expect(reports[0]?.code).toBeUndefined();
    await outbound.request('http://10.0.0.1/').catch(() => undefined);
    expect(reports[1]).toMatchObject({ code: 'refused' });
  });
});

describe('a body', () => {
  test.each(Object.keys(PACKED))('%s is decompressed', async (path) => {
    const response = await outbound.request(site.url(path));
    expect(await response.text()).toBe(TEXT);
  });

  test('comes in chunks', async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await outbound.request(site.url('/br'))).body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(TEXT);
    expect(chunks.length).toBeGreaterThan(1);
  });

  test('is read in the charset its header names', async () => {
    expect(await (await outbound.request(site.url('/latin1'))).text()).toBe('Grüße');
  });
});

describe('redirects', () => {
  const via = (to: string, status = 302) => site.url(`/redirect?status=${status}&to=${encodeURIComponent(to)}`);

  test('are followed and reported', async () => {
    const inner = via('/end', 301);
    const response = await outbound.request(via(inner, 308));
    expect(response.url).toBe(site.url('/end'));
    expect(response.redirects).toEqual([via(inner, 308), inner]);
    await response.bytes();
  });

  test('are not followed on request', async () => {
    const response = await outbound.request(via('http://169.254.169.254/'), { follow: false });
    expect([response.status, response.headers.location]).toEqual([302, 'http://169.254.169.254/']);
    response.cancel();
  });

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [307, 'POST', 'POST', 'data'],
    [308, 'POST', 'POST', 'data'],
  ] as const)('%i turns %s into %s', async (status, method, then, body) => {
    const headers = { 'content-type': 'text/plain' };
    const seen = await echo(via('/end', status), { method, body: 'data', headers });
    expect(seen).toMatchObject({ method: then, body });
    expect(seen.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
  });

  test('keep all headers on the same origin, and only harmless ones on another', async () => {
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/html' };
    const same = await echo(via('/end'), { headers });
    expect(same.headers).toMatchObject(headers);
    const other = await echo(via(site.url('/end', 'other')), { headers });
    expect(other.headers).toMatchObject({ accept: 'text/html', 'user-agent': 'Zeus-Test' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(other.headers).not.toHaveProperty(name);
  });

  test('end at the limit', async () => {
    const loop = site.url('/redirect?to=%2Fredirect%3Fto%3D%2Fredirect');
    const error = await outbound.request(loop, { limits: { maxRedirects: 1 } }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'too-many-redirects', retryable: false });
  });
});

describe('connections', () => {
  test('are reused for the next request and for redirects on the same origin', async () => {
    const [first, second] = [await echo(site.url('/1', 'kept')), await echo(site.url('/2', 'kept'))];
    expect(second.port).toBe(first.port);
    expect((await echo(site.url('/redirect?to=/3', 'kept'))).port).toBe(first.port);
  });

  test('are not shared between names', async () => {
    expect((await echo(site.url('/', 'one'))).port).not.toBe((await echo(site.url('/', 'two'))).port);
  });

  test('a POST always gets a new one', async () => {
    const first = await echo(site.url('/', 'posts'));
    expect((await echo(site.url('/', 'posts'), { method: 'POST', body: 'x' })).port).not.toBe(first.port);
  });
});
