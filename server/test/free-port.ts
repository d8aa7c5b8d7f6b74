// Ports for servers that tests start as processes of their own.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Outside the range of outgoing connections, and of the ports that fetch refuses to call. */
const first = 11_000;
const count = 20_000;

/**
 * A port on which no server listens, reserved until this process ends, so that a server can be restarted on it. A UDP socket on the
 * same number keeps other test processes from getting it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = first + Math.floor(Math.random() * count);
    if ((await takeNumber(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No free port from ${first} on.`);
}

async function takeNumber(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    const bound = once(socket, 'listening');
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await bound;
    socket.unref();
    return true;
  } catch {
    socket.close();
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
