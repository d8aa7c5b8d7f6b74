import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { listenAt } from './listen-at.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const answer = async () => new Response('here');
const statusAt = (host: string, port: number) => fetch(`http://${host}:${port}/`).then(({ status }) => status);

test.skipIf(!hasIpv6)('localhost is both 127.0.0.1 and ::1', async () => {
  const server = await listenAt(answer, { host: 'localhost', port: 0 });
  onTestFinished(() => server.stop(0));
  expect([await statusAt('127.0.0.1', server.port), await statusAt('[::1]', server.port)]).toEqual([200, 200]);
});

test.skipIf(!hasIpv6)('a port that is taken at one of them is refused, and nothing keeps listening', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '::1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  await expect(listenAt(answer, { host: 'localhost', port })).rejects.toThrow(`Port ${port} is taken`);
  await expect(statusAt('127.0.0.1', port)).rejects.toThrow();
});
