// Servers without their intermediate certificates and servers that only speak HTTP/2. Tolerance must never trust an unknown
// authority, reach a private address, or apply to a request that did not ask for it.

import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerResponse,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type CertificateRequest,
  type Issued,
  issueCertificate,
  selfSigned,
} from '../../../../practice/tls/certificate.ts';
import { createOutbound, type Outbound } from '../outbound.ts';
import { canaryForTests } from '../test/canary.ts';
import { type Dial, dialTcp } from './dialer.ts';

const HOST = 'shop.zeus-test.com';
const AIA = 'http://ca.zeus-test.com';
const trusted = getCACertificates('default');
const root = issueCertificate({ name: 'Root', isAuthority: true });
const authority = (name: string, request: CertificateRequest) =>
  issueCertificate({ name, isAuthority: true, ...request });
const first = authority('First', { issuer: root });
const second = authority('Second', { issuer: first, issuerUrl: `${AIA}/first` });
const leaf = (issuer: Issued, issuerUrl?: string) => issueCertificate({ hosts: [HOST], issuer, issuerUrl });

const canary = canaryForTests();
let files: Record<string, Buffer | RequestListener> = {};
let fetched: string[] = [];
/** The local port behind each port of the public address. */
let ports: Record<number, number> = {};
let dialled: string[] = [];
const cleanups: (() => Promise<void>)[] = [];
let outbound: Outbound;

const dial: Dial = (address, port, signal) => {
  dialled.push(`${address}:${port}`);
  return dialTcp('127.0.0.1', ports[port] ?? canary.port, signal);
};

async function listen(server: Server | Http2SecureServer): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket: { destroy(): void }) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, () => resolve()));
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const hello: RequestListener = (_request, response) => response.end('hello');
const serve = async (certificate: Pick<Issued, 'key' | 'cert'>, answer = hello) => {
  ports[443] = await listen(createHttpsServer({ key: certificate.key, cert: certificate.cert }, answer));
};

beforeAll(() => setDefaultCACertificates([...trusted, root.cert]));
afterAll(() => setDefaultCACertificates(trusted));
afterEach(async () => {
  await outbound.close();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  expect(canary.connections()).toBe(0);
});

async function openOutbound(): Promise<void> {
  files = {};
  fetched = [];
  dialled = [];
  ports = {};
  const site = createHttpServer((request, response) => {
    const path = request.url ?? '';
    fetched.push(path);
    const file = files[path];
    if (typeof file === 'function') file(request, response);
    else response.writeHead(file ? 200 : 404).end(file);
  });
  ports[80] = await listen(site);
  const resolve = async (host: string) => (host.startsWith('private.') ? ['10.0.0.1'] : ['93.184.216.34']);
  outbound = createOutbound({ resolve, dial });
}

const failure = ({ code, message }: { code: string; message: string }) => `${code}: ${message}`;
const look = (options: { tolerant?: boolean; path?: string } = {}) =>
  outbound
    .request(`https://${HOST}${options.path ?? '/'}`, { tolerant: true, ...options })
    .then((response) => response.text().then((text) => `${response.status} ${text}`, failure), failure);
const INVALID = `connect: The security certificate of ${HOST} is not valid.`;

describe('a missing intermediate certificate', () => {
  test.each([
    ['one', () => leaf(first, `${AIA}/first`), ['/first']],
    ['two', () => leaf(second, `${AIA}/second`), ['/second', '/first']],
  ])('%s: downloaded once, and only for a tolerant request', async (_count, certificate, asked) => {
    await openOutbound();
    files = { '/first': first.der, '/second': Buffer.from(second.cert) };
    await serve(certificate());
    expect(await look({ tolerant: false })).toBe(INVALID);
    expect(fetched).toEqual([]);
    expect(await look()).toBe('200 hello');
    expect(fetched).toEqual(asked);
    expect(await look({ tolerant: false }), 'must not reuse the tolerant connection').toBe(INVALID);
    dialled = [];
    await serve(certificate());
    expect(await look()).toBe('200 hello');
    expect(fetched).toEqual(asked);
  });

  test('the next connection to the host needs a single attempt', async () => {
    await openOutbound();
    files = { '/first': first.der };
    await serve(leaf(first, `${AIA}/first`), (_request, response) =>
      response.setHeader('connection', 'close').end('hello'),
    );
    await look();
    dialled = [];
    expect(await look()).toBe('200 hello');
    expect(dialled).toEqual(['93.184.216.34:443']);
  });

  test.each([
    ['a loopback address', () => `http://127.0.0.1:${canary.port}/first`],
    ['a metadata service', () => 'http://169.254.169.254/first'],
    ['a local name', () => `http://localhost:${canary.port}/first`],
    ['a name that resolves to a private address', () => `http://private.zeus-test.com:${canary.port}/first`],
    ['a blocked port', () => 'http://ca.zeus-test.com:25/first'],
    ['a redirect to this machine', () => `${AIA}/moved`],
    ['an https URL', () => 'https://ca.zeus-test.com/first'],
    ['a file', () => 'file:///etc/hostname'],
  ])('is not downloaded from %s', async (_where, url) => {
    await openOutbound();
    files = {
      '/moved': (_request, response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/first` }).end(),
    };
    await serve(leaf(first, url()));
    expect(await look()).toBe(INVALID);
    expect(dialled.filter((one) => !/^93\.184\.216\.34:(?:443|80)$/.test(one))).toEqual([]);
  });

  const stranger = issueCertificate({ name: 'Stranger', isAuthority: true });
  const between = authority('Between', { issuer: stranger, issuerUrl: `${AIA}/stranger` });
  test.each<[string, () => Issued, () => Record<string, Buffer | RequestListener>]>([
    ['an untrusted root', () => leaf(stranger, `${AIA}/stranger`), () => ({ '/stranger': stranger.der })],
    [
      'a chain to an untrusted root',
      () => leaf(between, `${AIA}/between`),
      () => ({ '/between': between.der, '/stranger': stranger.der }),
    ],
    ['a certificate that is not a CA', () => leaf(selfSigned(HOST), `${AIA}/x`), () => ({ '/x': leaf(root).der })],
    [
      'a CA of the same name with another key',
      () => leaf(authority('First', { issuer: stranger }), `${AIA}/first`),
      () => ({ '/first': first.der }),
    ],
    ['rubbish', () => leaf(first, `${AIA}/first`), () => ({ '/first': Buffer.from('<html>Not here') })],
    ['far too much', () => leaf(first, `${AIA}/first`), () => ({ '/first': Buffer.alloc(100_000) })],
    ['nothing', () => leaf(first, `${AIA}/first`), () => ({})],
    ['no address at all', () => leaf(first), () => ({})],
  ])('cannot be replaced by %s', async (_what, certificate, given) => {
    await openOutbound();
    files = given();
    await serve(certificate());
    expect(await look()).toBe(INVALID);
  });

  test('the host name is still verified', async () => {
    await openOutbound();
    files = { '/first': first.der };
    await serve(issueCertificate({ hosts: ['other.zeus-test.com'], issuer: first, issuerUrl: `${AIA}/first` }));
    expect(await look()).toBe(INVALID);
  });
});

test('the root of the practice web is trusted there and nowhere else, and is the only one there', async () => {
  await openOutbound();
  await outbound.close();
  const practiceRoot = authority('Practice root', {});
  const practice = { port: 4_000, rootCertificate: practiceRoot.cert };
  outbound = createOutbound({ resolve: async () => ['93.184.216.34'], dial, practice });
  const hosts = [HOST, 'shop.localhost'];
  const lookThere = () =>
    outbound.request('https://shop.localhost:4000/', { tolerant: true }).then(
      (response) => response.text(),
      ({ code }) => code,
    );
  await serve(issueCertificate({ hosts, issuer: practiceRoot }));
  ports[4_000] = ports[443] as number;
  expect([await lookThere(), await look()]).toEqual(['hello', INVALID]);
  await outbound.close();
  outbound = createOutbound({ resolve: async () => ['93.184.216.34'], dial, practice });
  await serve(issueCertificate({ hosts, issuer: root }));
  ports[4_000] = ports[443] as number;
  expect([await lookThere(), await look()]).toEqual(['connect', '200 hello']);
});

describe('a server that speaks HTTP/2 only', () => {
  const serveH2 = async (certificate: Issued, answer: RequestListener | undefined = hello) => {
    const server = createSecureServer({ key: certificate.key, cert: certificate.cert }, answer as never);
    ports[443] = await listen(server.on('sessionError', () => undefined));
  };

  test('is read by a tolerant request, later with a single attempt', async () => {
    await openOutbound();
    await serveH2(leaf(root), (request, response) => {
      const { ':authority': host, 'user-agent': agent } = request.headers;
      response.end(`${host} ${agent} ${request.url}`);
    });
    expect(await look({ tolerant: false })).toContain('connect:');
    expect(await look({ path: '/a?b=c' })).toBe(`200 ${HOST} Zeus /a?b=c`);
    dialled = [];
    expect(await look()).toBe(`200 ${HOST} Zeus /`);
    expect(dialled).toEqual(['93.184.216.34:443']);
  });

  test('and omits its intermediate certificate is read', async () => {
    await openOutbound();
    files = { '/first': first.der };
    await serveH2(leaf(first, `${AIA}/first`));
    expect(await look()).toBe('200 hello');
  });

  test('is subject to the same limits', async () => {
    await openOutbound();
    await serveH2(leaf(root), (request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end();
      else if (request.url === '/heads') response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end();
      else if (request.url === '/silent') return;
      else response.end(Buffer.alloc(20 * 1024 * 1024));
    });
    expect(await look({ path: '/moved' })).toContain('refused:');
    expect(await look({ path: '/large' })).toContain('too-large:');
    expect(await look({ path: '/heads' })).toMatch(/^(?:bad-response|too-large):/);
    const silent = outbound.request(`https://${HOST}/silent`, { tolerant: true, limits: { firstByteMs: 100 } });
    await expect(silent).rejects.toMatchObject({ code: 'timeout' });
  });

  const BREAKS: [string, (stream: ServerHttp2Stream) => void][] = [
    ['resets the stream', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)],
    ['cancels the stream', (stream) => stream.close(constants.NGHTTP2_CANCEL)],
    [
      'sends GOAWAY and leaves',
      (stream) => stream.session?.destroy(new Error('gone'), constants.NGHTTP2_INTERNAL_ERROR),
    ],
    ['closes the connection', (stream) => stream.session?.socket.destroy()],
  ];
  const streamOf = (response: ServerResponse) => (response as unknown as Http2ServerResponse).stream;

  test.each(BREAKS)('and %s within a page is read as far as it goes', async (_how, end) => {
    await openOutbound();
    await serveH2(leaf(root), (_request, response) => void response.write('half', () => end(streamOf(response))));
    const response = await outbound.request(`https://${HOST}/`, { tolerant: true });
    expect(await response.text()).toBe('half');
    expect(response.isPartial()).toBe(true);
  });

  test.each(BREAKS)('and %s before its answer fails cleanly', async (_how, end) => {
    await openOutbound();
    await serveH2(leaf(root), (_request, response) => end(streamOf(response)));
    expect(await look()).toContain('bad-response:');
  });
});
