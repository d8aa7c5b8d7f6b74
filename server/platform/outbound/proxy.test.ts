import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type OutboundProxy, type OutboundProxyOptions, startOutboundProxy } from './proxy.ts';
import { type Site, startRawSite, startSite } from './test/site.ts';
import { soon } from './test/soon.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function proxyTo(site: Site, options: OutboundProxyOptions = {}): Promise<OutboundProxy> {
  const proxy = await startOutboundProxy({ practice: { port: site.port }, ...options });
  cleanups.push(site.close, proxy.stop);
  return proxy;
}

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

const login = (proxy: OutboundProxy, password = proxy.password) =>
  `Basic ${Buffer.from(`${proxy.username}:${password}`).toString('base64')}`;

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function ask(
  proxy: OutboundProxy,
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Got>((resolve, reject) => {
    const { hostname, port } = new URL(proxy.url);
    const headers = { 'proxy-authorization': login(proxy), ...options.headers };
    const request = httpRequest({ host: hostname, port, path: url, method: options.method, headers, agent: false });
    request.on('error', reject).on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.end(options.body);
  });
}

/** Writes bytes to the proxy as they are and collects what comes back. */
function raw(proxy: OutboundProxy, text: string): { socket: Socket; received(): string; isClosed(): boolean } {
  let received = '';
  let isClosed = false;
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isClosed = true;
    });
  socket.write(text);
  cleanups.push(async () => void socket.destroy());
  return { socket, received: () => received, isClosed: () => isClosed };
}

const connectTo = (proxy: OutboundProxy, authority: string) =>
  raw(proxy, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${login(proxy)}\r\n\r\n`);

describe('without the password', () => {
  test.each([
    ['none', ''],
    ['a wrong one', 'Proxy-Authorization: Basic emV1czp6ZXVz\r\n'],
    ['the wrong header', 'Authorization: Basic emV1czp6ZXVz\r\n'],
  ])('%s: nothing is opened', async (_what, header) => {
    const site = await echoSite();
    const proxy = await proxyTo(site);
    for (const line of [`GET ${site.url('/')}`, `CONNECT site.localhost:${site.port}`]) {
      const client = raw(proxy, `${line} HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
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
  test('are passed on, without what concerns only this connection', async () => {
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

  test('a GET with a chunked body is framed anew, not passed on raw', async () => {
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

describe('tunnels', () => {
  const echo = () => startRawSite((socket, head) => socket.write(`echo ${head}`));

  test('carry bytes both ways, also those sent right behind the request', async () => {
    const site = await echo();
    const proxy = await proxyTo(site);
    const authority = `site.localhost:${site.port}`;
    const client = raw(
      proxy,
      `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${login(proxy)}\r\n\r\nfirst\r\n\r\n`,
    );
    await soon(client.received).toBe('HTTP/1.1 200 Connection Established\r\n\r\necho first\r\n\r\n');
    client.socket.write('second\r\n\r\n');
    await soon(client.received).toContain('echo second');
    client.socket.end();
    await soon(client.isClosed).toBe(true);
    await soon(() => site.open()).toBe(0);
  });

  test.each([
    ['example.com:22', 403],
    ['example.com:25', 403],
    ['example.com:5432', 403],
    ['example.com:0', 403],
    ['127.0.0.1:443', 403],
    ['[::1]:443', 403],
    ['localhost:443', 403],
    ['example.com', 400],
    ['example.com:99999', 400],
    ['user@example.com:443', 400],
    ['http://example.com:443', 400],
    ['example.com:443/path', 400],
  ])('%s: %i', async (authority, status) => {
    const dialled: string[] = [];
    const dial = async (address: string) => {
      dialled.push(address);
      throw new Error('not dialled in tests');
    };
    const proxy = await proxyTo(await echo(), { dial, resolve: async () => ['93.184.216.34'] });
    const client = connectTo(proxy, authority);
    await soon(client.isClosed).toBe(true);
    expect(client.received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(dialled).toEqual([]);
  });

  test('a name that turns inward is refused at connect time, and told', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const dialled: string[] = [];
    const dial = async (address: string) => {
      dialled.push(address);
      throw new Error('not dialled in tests');
    };
    const proxy = await proxyTo(await echo(), { dial, resolve: async () => answers.shift() ?? [] });
    const clients = [connectTo(proxy, 'rebind.attacker.com:443')];
    await soon(() => clients[0]?.received()).toMatch(/^HTTP\/1.1 502 /);
    clients.push(connectTo(proxy, 'rebind.attacker.com:443'));
    await soon(() => clients[1]?.received()).toMatch(/^HTTP\/1.1 403 /);
    expect(dialled).toEqual(['93.184.216.34']);
    expect(proxy.refusals()).toMatchObject([{ host: 'rebind.attacker.com', code: 'refused' }]);
  });
});

describe('limits', () => {
  const flood = () =>
    startRawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
      socket.write(Buffer.alloc(1_000_000));
    });
  const silent = () => startRawSite(() => undefined);

  test('a request over the byte limit is cut off', async () => {
    const site = await flood();
    const proxy = await proxyTo(site, { limits: { maxBytes: 100_000 } });
    await expect(ask(proxy, site.url('/'))).rejects.toThrow();
    await soon(() => site.open()).toBe(0);
  });

  test('a tunnel over the byte limit is cut off', async () => {
    const site = await flood();
    const reports: unknown[] = [];
    const proxy = await proxyTo(site, { limits: { maxBytes: 100_000 }, onRequest: (report) => reports.push(report) });
    const client = connectTo(proxy, `site.localhost:${site.port}`);
    client.socket.write('go\r\n\r\n');
    await soon(client.isClosed).toBe(true);
    expect(client.received().length).toBeLessThan(200_000);
    expect(reports).toMatchObject([{ host: 'site.localhost', code: 'too-large' }]);
    await soon(() => site.open()).toBe(0);
  });

  test.each([{ idleMs: 100 }, { totalMs: 100 }])('silence is ended: %j', async (limits) => {
    const site = await silent();
    const proxy = await proxyTo(site, { limits });
    const client = connectTo(proxy, `site.localhost:${site.port}`);
    await soon(client.isClosed).toBe(true);
    expect((await ask(proxy, site.url('/'))).status).toBe(504);
    await soon(() => site.open()).toBe(0);
  });

  test('only so many connections at once', async () => {
    const site = await silent();
    const proxy = await proxyTo(site, { limits: { maxConnections: 2 } });
    const clients = [1, 2].map(() => connectTo(proxy, `site.localhost:${site.port}`));
    await soon(() => site.open()).toBe(2);
    const third = connectTo(proxy, `site.localhost:${site.port}`);
    await soon(third.isClosed).toBe(true);
    expect(third.received()).toBe('');
    expect(clients.some((client) => client.isClosed())).toBe(false);
  });

  test('a browser that leaves closes the connection behind it', async () => {
    const site = await silent();
    const proxy = await proxyTo(site);
    const tunnel = connectTo(proxy, `site.localhost:${site.port}`);
    const plain = raw(
      proxy,
      `GET ${site.url('/')} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${login(proxy)}\r\n\r\n`,
    );
    await soon(() => site.open()).toBe(2);
    tunnel.socket.destroy();
    plain.socket.destroy();
    await soon(() => site.open()).toBe(0);
  });

  test('stop() closes everything and the port', async () => {
    const site = await silent();
    const proxy = await proxyTo(site);
    const client = connectTo(proxy, `site.localhost:${site.port}`);
    await soon(client.received).toContain('200');
    await proxy.stop();
    await soon(client.isClosed).toBe(true);
    await soon(() => site.open()).toBe(0);
    await expect(ask(proxy, site.url('/'))).rejects.toThrow('ECONNREFUSED');
  });
});
