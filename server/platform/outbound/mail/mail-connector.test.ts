// The address policy of the web, applied to mail servers.

import type { AddressInfo } from 'node:net';
import { createServer, type Server, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Dns, startDns } from '../../../../practice/dns/start-dns.ts';
import type { Zone } from '../../../../practice/dns/zone.ts';
import { selfSigned } from '../../../../practice/tls/certificate.ts';
import { untilAborted } from '../../../test/until-aborted.ts';
import { type Dial, dialTcp } from '../connecting/dialer.ts';
import { canaryForTests } from '../test/canary.ts';
import { createMailConnector } from './mail-connector.ts';

const PUBLIC = '93.184.216.34';
const { signal } = new AbortController();
const canary = canaryForTests();
let dns: Dns;
let dialled: string[] = [];
const record: Dial = async (address, port) => {
  dialled.push(`${address}:${port}`);
  throw new Error('not dialled in tests');
};

const ADDRESSES: Record<string, string> = {
  'mail.golf.localhost': '127.0.0.1',
  'away.golf.localhost': PUBLIC,
  'inner.golf.localhost': '10.0.0.1',
};
const zone: Zone = (name, type) => {
  if (type === 'MX' && name === 'golf.localhost') {
    return { status: 'NOERROR', records: [{ type: 'MX', priority: 10, exchange: 'mail.golf.localhost' }] };
  }
  const address = ADDRESSES[name];
  if (address === undefined) return { status: 'NXDOMAIN', records: [] };
  return { status: 'NOERROR', records: type === 'A' ? [{ type: 'A', address }] : [] };
};

beforeAll(async () => {
  dns = await startDns(zone, 0);
});
afterAll(() => dns.stop());
beforeEach(() => {
  dialled = [];
});

const practice = () => ({ port: canary.port, dnsServer: `127.0.0.1:${dns.port}` });

describe('over IPv4 only', () => {
  const V6 = '2606:2800:220:1::1';
  const connect = (answers: string[], ipv4Only = true) =>
    createMailConnector({ resolve: async () => answers, dial: record, ipv4Only }).connect(
      { domain: 'a.com', host: 'mx.a.com' },
      signal,
    );

  test('skips IPv6 addresses of a mail server', async () => {
    await expect(connect([V6, PUBLIC])).rejects.toMatchObject({ code: 'connect' });
    expect(dialled).toEqual([`${PUBLIC}:25`]);
    await expect(connect([V6, PUBLIC], false)).rejects.toMatchObject({ code: 'connect' });
    expect(dialled).toContain(`[${V6}]:25`.replace(/[[\]]/g, ''));
  });

  test('a mail server with only IPv6 is unreachable, which is not the same as missing', async () => {
    await expect(connect([V6])).rejects.toMatchObject({ code: 'connect', message: expect.stringContaining('IPv6') });
    await expect(connect([])).rejects.toMatchObject({ code: 'dns', retryable: false });
    expect(dialled).toEqual([]);
  });
});

describe('refused', () => {
  test.each([['127.0.0.1'], [PUBLIC, '127.0.0.1'], ['::1'], ['169.254.169.254'], ['10.1.2.3']])(
    'a mail server at %s %s',
    async (...answers) => {
      const connector = createMailConnector({ resolve: async () => answers, dial: record, practice: practice() });
      const exchange = { domain: 'a.com', host: 'mx.a.com' };
      await expect(connector.connect(exchange, signal)).rejects.toMatchObject({ code: 'refused' });
      expect(dialled).toEqual([]);
    },
  );

  test.each([
    [[PUBLIC, '127.0.0.1'], true],
    [[PUBLIC, 'fd00::1'], true],
    [[PUBLIC, '2002:c000:204::1'], true],
    [['10.1.2.3', '::1'], false],
  ])('a mail server at %j; others may reach it: %s', async (answers, retryable) => {
    const connector = createMailConnector({ resolve: async () => answers, dial: record });
    const connecting = connector.connect({ domain: 'a.com', host: 'mx.a.com' }, signal);
    await expect(connecting).rejects.toMatchObject({ code: 'refused', retryable });
    expect(dialled).toEqual([]);
  });

  test.each(['localhost', 'mail.golf.localhost', 'mx.internal', '127.0.0.1', '10.0.0.1', '::1', 'intranet'])(
    'a public domain that names %s as its mail server',
    async (host) => {
      const connector = createMailConnector({ resolve: async () => [PUBLIC], dial: record, practice: practice() });
      await expect(connector.connect({ domain: 'a.com', host }, signal)).rejects.toMatchObject({ code: 'refused' });
      expect(dialled).toEqual([]);
      expect(canary.connections()).toBe(0);
    },
  );

  test.each(['golf.localhost', 'a.test', 'x.internal', 'localhost', 'b.local'])(
    '%s, which is not a public name, is not even looked up',
    async (domain) => {
      const connector = createMailConnector({ lookUp: () => Promise.reject(new Error('was asked')), dial: record });
      expect(await connector.exchangesOf(domain)).toEqual({ kind: 'none', why: 'no-such-domain' });
    },
  );

  test.each(['away.golf.localhost', 'inner.golf.localhost', 'mx.a.com', PUBLIC])(
    'a practice domain whose mail server is %s, off loopback',
    async (host) => {
      const connector = createMailConnector({ practice: practice() });
      await expect(connector.connect({ domain: 'golf.localhost', host }, signal)).rejects.toMatchObject({
        code: 'refused',
      });
      expect(canary.connections()).toBe(0);
    },
  );
});

test('dials a public mail server at port 25', async () => {
  const connector = createMailConnector({ resolve: async () => [PUBLIC], dial: record });
  await expect(connector.connect({ domain: 'a.com', host: 'mx.a.com' }, signal)).rejects.toMatchObject({
    code: 'connect',
  });
  expect(dialled).toEqual([`${PUBLIC}:25`]);
});

test('a mail server that does not answer is given up in time', async () => {
  const dial: Dial = (_address, _port, stop) => untilAborted(stop);
  const connector = createMailConnector({ resolve: async () => [PUBLIC], dial, connectMs: 50 });
  const error = await connector.connect({ domain: 'a.com', host: 'mx.a.com' }, signal).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'timeout', retryable: true });
});

test('reaches a practice domain on loopback at the practice port', async () => {
  const connector = createMailConnector({ practice: practice() });
  const found = await connector.exchangesOf('golf.localhost');
  expect(found).toEqual({ kind: 'hosts', hosts: ['mail.golf.localhost'] });
  const before = canary.connections();
  const socket = await connector.connect({ domain: 'golf.localhost', host: 'mail.golf.localhost' }, signal);
  await expect.poll(() => canary.connections(), { timeout: 20_000 }).toBe(before + 1);
  socket.destroy();
});

test('encryption accepts any certificate, and offers no web protocol', async () => {
  const seen: (string | false | null)[] = [];
  const server: Server = createServer(selfSigned('another.name'), (socket) => {
    seen.push(socket.alpnProtocol);
    socket.on('error', () => undefined).end('hello');
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const { port } = server.address() as AddressInfo;
  const plain = await dialTcp('127.0.0.1', port, signal);
  const encrypted = await createMailConnector().encrypt(plain, 'mx.a.com', signal);
  expect(encrypted).toBeInstanceOf(TLSSocket);
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual([false]);
  encrypted.destroy();
  await new Promise((resolve) => server.close(resolve));
});
