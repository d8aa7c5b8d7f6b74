// A listener that no request may ever reach, and a dial that records every attempt. Addresses outside the machine are never
// dialed: the attempt is recorded and fails.

import { createServer, isIP, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { openForTests } from '../../../test/for-tests.ts';
import { type Dial, dialTcp } from '../connecting/dialer.ts';

export interface Canary {
  port: number;
  connections(): number;
  close(): Promise<void>;
}

/** A canary for all tests of a file. */
export function canaryForTests(): Canary {
  return openForTests(startCanary, (canary) => canary.close());
}

/** Listens on every address of this machine, IPv6 and IPv4. */
export async function startCanary(): Promise<Canary> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret');
  });
  await listen(server, '::').catch(() => listen(server, '0.0.0.0'));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ host, port: 0 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A dial that records each attempt. It connects only within this machine, so that the canary can notice. */
export function watchedDial(): { dial: Dial; dialled: string[] } {
  const dialled: string[] = [];
  const own = Object.values(networkInterfaces()).flatMap((list) => list?.map((item) => item.address) ?? []);
  const dial: Dial = async (address, port, signal) => {
    dialled.push(`${address}:${port}`);
    const isHere = own.includes(address) || /^(127\.|0\.)/.test(address) || address === '::' || address === '::1';
    if (isIP(address) === 0 || !isHere) throw new Error(`${address} is not dialled in tests`);
    return dialTcp(address, port, signal);
  };
  return { dial, dialled };
}
