// TLS: the dialed IP address is pinned; certificate and server name are those of the URL.

import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../../../practice/tls/certificate.ts';
import { createOutbound, type Outbound } from '../outbound.ts';
import { dialTcp } from './dialer.ts';

const pair = selfSigned('shop.zeus-test.com');
const trusted = getCACertificates('default');
const answer: RequestListener = (request, response) => {
  const { servername, alpnProtocol } = request.socket as TLSSocket;
  response.end(JSON.stringify({ servername, alpnProtocol, host: request.headers.host }));
};
const server = createServer(pair, answer);
/** The same name in an untrusted certificate. */
const impostor = createServer(selfSigned('shop.zeus-test.com'), answer);
const dialled: string[] = [];
let outbound: Outbound;

beforeAll(async () => {
  const [port, impostorPort] = [await listen(server), await listen(impostor)];
  setDefaultCACertificates([...trusted, pair.cert]);
  outbound = createOutbound({
    resolve: async () => ['93.184.216.34'],
    // What looks like a public server is the test's own.
    dial: (address, toPort, signal) => {
      dialled.push(`${address}:${toPort}`);
      return dialTcp('127.0.0.1', toPort === 8443 ? impostorPort : port, signal);
    },
  });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await outbound.close();
  for (const one of [server, impostor]) {
    one.closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  }
});

async function listen(one: Server): Promise<number> {
  await new Promise<void>((resolve) => one.listen({ host: '127.0.0.1', port: 0 }, resolve));
  return (one.address() as AddressInfo).port;
}

test('https goes to the checked IP address with the name from the URL', async () => {
  const seen = JSON.parse(await (await outbound.request('https://shop.zeus-test.com/')).text());
  expect(seen).toEqual({ servername: 'shop.zeus-test.com', alpnProtocol: 'http/1.1', host: 'shop.zeus-test.com' });
  expect(dialled).toEqual(['93.184.216.34:443']);
});

test('refuses a certificate for another name as a permanent failure', async () => {
  const error = await outbound.request('https://other.zeus-test.com/').catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'connect', retryable: false });
  expect((error as Error).message).toContain('certificate of other.zeus-test.com');
});

test('refuses an untrusted certificate', async () => {
  const error = await outbound.request('https://shop.zeus-test.com:8443/').catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'connect', retryable: false });
});
