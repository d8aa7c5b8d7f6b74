import { describe, expect, test } from 'vitest';
import { ask, login, proxyTo, raw } from '../test/proxy-client.ts';
import { startRawSite, startSite } from '../test/site.ts';
import { soon } from '../test/soon.ts';

const echoSite = () =>
  startSite((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      response.writeHead(200, {
        'x-kept': '1',
        'x-named': '2',
        connection: 'close, x-named',
        'set-cookie': ['a=1', 'b=2'],
      });
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
    });
  });

describe('without the password', () => {
  test.each([
    ['none', ''],
    ['a wrong one', 'Proxy-Authorization: Basic emV1czp6ZXVz\r\n'],
    ['the wrong header', 'Authorization: Basic emV1czp6ZXVz\r\n'],
  ])('%s: nothing is opened', async (_what, header) => {
    const site = await echoSite();
    const proxy = await proxyTo(site);
    for (const line of [`GET ${site.url('/')}`, `CONNECT site.localhost:${site.port}`]) {
      const client = raw(proxy, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n`);
      await soon(client.isClosed).toBe(true);
      expect(client.received()).toMatch(/^HTTP\/1\.1 407 .*proxy-authenticate: basic/is);
    }
    expect(site.accepted()).toBe(0);
  });

  test('each start has another one', async () => {
    const site = await echoSite();
    const [one, two] = [await proxyTo(site), await proxyTo(site)];
    expect(one.password).not.toBe(two.password);
    const headers = { 'proxy-authorization': login(one, two.password) };
    expect((await ask(one, site.url('/'), { headers })).status).toBe(407);
  });
});

describe('plain requests', () => {
  test('are forwarded, without connection-specific headers', async () => {
    const site = await echoSite();
    const proxy = await proxyTo(site);
    const headers = {
      host: 'evil.com',
      connection: 'x-secret',
      'x-secret': '1',
      te: 'trailers',
      'x-kept': 'yes',
      cookie: 'a=b',
    };
    const got = await ask(proxy, site.url('/a?b=c'), { headers });
    const seen = JSON.parse(got.body);
    expect(seen).toMatchObject({ method: 'GET', url: '/a?b=c' });
    expect(seen.headers).toEqual({
      host: `site.localhost:${site.port}`,
      'x-kept': 'yes',
      cookie: 'a=b',
      connection: 'close',
    });
    expect(got.headers).toMatchObject({ 'x-kept': '1', 'set-cookie': ['a=1', 'b=2'] });
    expect(got.headers).not.toHaveProperty('x-named');
  });

  test.each([
    ['of known length', { 'content-length': '5' }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('a body %s arrives', async (_how, headers) => {
    const site = await echoSite();
    const proxy = await proxyTo(site);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const got = await ask(proxy, site.url('/'), { method, headers, body: 'hello' });
      expect(JSON.parse(got.body)).toMatchObject({ method, body: 'hello' });
    }
  });

  test.each([
    ['length and chunks', 'POST', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['two lengths', 'POST', 'Content-Length: 4\r\nContent-Length: 5\r\n', 'abcde'],
    ['an unknown coding', 'POST', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
    ['a folded header', 'POST', 'Content-Length: 4\r\n folded: x\r\n', 'abcd'],
    ['a space before the colon', 'POST', 'Content-Length : 4\r\n', 'abcd'],
    ['a bare line feed', 'POST', 'X: y\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['an odd method', 'TRACE', '', ''],
    ['a made-up method', 'FETCH', '', ''],
  ])('%s: refused, no second request gets through', async (_what, method, headers, body) => {
    const site = await echoSite();
    const proxy = await proxyTo(site);
    const start = `${method} ${site.url('/')} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${login(proxy)}\r\n`;
    const client = raw(proxy, `${start}${headers}\r\n${body}GET ${site.url('/hidden')} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await soon(client.isClosed).toBe(true);
    expect(client.received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(client.received()).not.toContain('200 OK');
    expect(site.accepted()).toBe(0);
  });

  test('reframes a GET with a chunked body instead of forwarding it raw', async () => {
    const site = await echoSite();
    const proxy = await proxyTo(site);
    const headers = { 'transfer-encoding': 'chunked' };
    const got = await ask(proxy, site.url('/'), { method: 'GET', headers, body: 'GET /hidden HTTP/1.1\r\n\r\n' });
    expect(JSON.parse(got.body)).toMatchObject({ url: '/', body: 'GET /hidden HTTP/1.1\r\n\r\n' });
    expect(site.accepted()).toBe(1);
  });

  test.each([
    ['no full address', '/'],
    ['https without CONNECT', 'https://example.com/'],
    ['a name and password', 'http://user:pass@example.com/'],
  ])('%s: 400', async (_what, url) => {
    const proxy = await proxyTo(await echoSite());
    expect((await ask(proxy, url)).status).toBe(400);
  });

  test.each([
    ['poses as a proxy', 'HTTP/1.1 407 Login\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n'],
    ['floods with headers', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['speaks no HTTP', 'hello\r\n\r\n'],
    ['says nothing', ''],
  ])('a server that %s: 502', async (_what, answer) => {
    const site = await startRawSite((socket) => socket.end(answer));
    const got = await ask(await proxyTo(site), site.url('/'));
    expect(got.status).toBe(502);
    expect(got.headers).not.toHaveProperty('proxy-authenticate');
  });
});
