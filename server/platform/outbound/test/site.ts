// A small web server on 127.0.0.1 that plays the practice web: reachable through the exception in the address policy.

import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { openForTests } from '../../../test/for-tests.ts';

export interface Site {
  port: number;
  /** A URL on the site, under a name of the practice web. */
  url(path: string, name?: string): string;
  /** Connections accepted since the start, and those open now. */
  accepted(): number;
  open(): number;
  close(): Promise<void>;
}

/** A server that speaks proper HTTP, for all tests of a file. */
export function siteForTests(listener: RequestListener): Site {
  return openForTests(
    () => startSite(listener),
    (site) => site.close(),
  );
}

/** A server that speaks proper HTTP. */
export function startSite(listener: RequestListener): Promise<Site> {
  return start(createServer(listener));
}

/** A server that writes anything on each connection, once the request headers have arrived. */
export function startRawSite(answer: (socket: Socket, head: string) => void): Promise<Site> {
  return start(
    createTcpServer((socket) => {
      let head = '';
      socket.on('data', (chunk: Buffer) => {
        head += chunk.toString('latin1');
        if (!head.includes('\r\n\r\n')) return;
        answer(socket, head);
        head = '';
      });
    }),
  );
}

async function start(server: Server): Promise<Site> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    port,
    url: (path, name = 'site') => `http://${name}.localhost:${port}${path}`,
    accepted: () => accepted,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
