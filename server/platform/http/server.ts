// The HTTP server around an app: it listens, and stops without cutting off responses in progress.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { OperatorError } from '../operator-error.ts';
import { closeUnfinishedRequests, type Fetch, type LingerLimits } from './unread-body.ts';

export interface HttpServer {
  port: number;
  /** Accepts no new connections, waits for responses in progress, and cuts off what is left after the limit. */
  stop(limitMs: number): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  linger?: LingerLimits;
}

/**
 * Load balancers keep idle connections for 60 seconds. If we closed one first, a request already on its way would be lost
 * and answered with 502. Each limit is longer than the one before, because a connection that waits for its next request
 * must not count as one that is slow to send its headers. Without these limits a client that sends a byte at a time could
 * hold a connection forever.
 */
const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 70_000, requestTimeout: 75_000 };

/** Listens on the address; rejects with OperatorError if it is taken or not allowed. */
export async function listen(fetch: Fetch, { host, port, linger }: ListenOptions): Promise<HttpServer> {
  const server = createAdaptorServer({ fetch: closeUnfinishedRequests(fetch, linger) }) as Server;
  Object.assign(server, timeouts);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new OperatorError(explain(error, host, port), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: (limitMs) => stop(server, limitMs) };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program. Set PORT to a free one.`;
  if (error.code === 'EACCES') return `This user is not allowed to listen on port ${port}. Set PORT to one above 1023.`;
  return `Zeus cannot listen at ${host}:${port}: ${error.message}`;
}

function stop(server: Server, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
    // A kept-alive connection becomes idle only once its response is done.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
  });
}
