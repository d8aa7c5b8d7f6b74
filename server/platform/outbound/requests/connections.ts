// Holds the open connections: each is one undici client on one socket that the dialer has checked. A connection never
// reconnects; when its socket is gone, the next request dials and is checked again. HTTP/2 does not use undici: closing its
// client in the middle of a response threw an uncaught assertion.

import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { createTlsOpener, type TlsOptions } from '../connecting/open-tls.ts';
import type { Target } from '../connecting/target.ts';
import { systemCode } from '../outbound-error.ts';
import type { Answer, AskOptions } from './answer.ts';
import { requestOverHttp2 } from './http2-request.ts';

export interface Connection {
  /** Throws what went wrong, or the signal's reason. */
  ask(request: AskOptions): Promise<Answer>;
  /** After a complete response: keeps the connection for the next request to the same origin. */
  giveBack(): void;
  destroy(): void;
}

export interface Connections {
  /** An idle connection to the origin, if there is one. Tolerant and strict requests do not share connections. */
  idle(target: Target, tolerant: boolean): Connection | undefined;
  /** A new one. Throws what the dialer and the TLS handshake throw. */
  open(target: Target, signal: AbortSignal, tolerant: boolean): Promise<Connection>;
  close(): Promise<void>;
}

const IDLE_MS = 4_000;
// A crawl touches many hosts in a few seconds; beyond this many, the connection idle for longest is closed.
const MAX_IDLE = 256;

export interface ConnectionOptions extends TlsOptions {
  maxHeaderBytes: number;
}

export function createConnections(options: ConnectionOptions): Connections {
  const tls = createTlsOpener(options);
  /** Longest idle first, with the key of their origin. */
  const idle = new Map<Client, string>();
  const all = new Map<Client, Socket>();
  const http2Sockets = new Set<Socket>();

  const adopt = (origin: string, socket: Socket): Client => {
    const client = clientOn(origin, socket, options.maxHeaderBytes);
    all.set(client, socket);
    client.once('disconnect', () => void drop(client));
    client.once('connectionError', () => void drop(client));
    return client;
  };
  const drop = async (client: Client): Promise<void> => {
    idle.delete(client);
    // A client that has never sent a request does not have its socket yet.
    all.get(client)?.destroy();
    if (all.delete(client)) await client.destroy();
  };
  const keep = (key: string, client: Client): void => {
    if (!all.has(client)) return;
    idle.set(client, key);
    if (idle.size <= MAX_IDLE) return;
    const [oldest] = idle.keys();
    if (oldest !== undefined) void drop(oldest);
  };
  const connection = (key: string, client: Client): Connection => ({
    ask: (request) => client.request(request),
    giveBack: () => keep(key, client),
    destroy: () => void drop(client),
  });
  const overHttp2 = (origin: string, socket: Socket): Connection => {
    http2Sockets.add(socket);
    socket.once('close', () => http2Sockets.delete(socket));
    return {
      ask: (request) => requestOverHttp2(socket, origin, { ...request, maxHeaderBytes: options.maxHeaderBytes }),
      giveBack: () => void socket.destroy(),
      destroy: () => void socket.destroy(),
    };
  };

  return {
    idle(target, tolerant) {
      const key = keyOf(target, tolerant);
      const [latest] = [...idle].findLast(([, of]) => of === key) ?? [];
      if (latest === undefined) return undefined;
      idle.delete(latest);
      return connection(key, latest);
    },
    async open(target, signal, tolerant) {
      const socket = await (target.secure ? tls.open(target, signal, tolerant) : options.dial(target, signal));
      if ((socket as Partial<TLSSocket>).alpnProtocol === 'h2') return overHttp2(target.url.origin, socket);
      return connection(keyOf(target, tolerant), adopt(target.url.origin, socket));
    },
    async close() {
      for (const socket of http2Sockets) socket.destroy();
      await Promise.all([...all.keys()].map(drop));
    },
  };
}

function keyOf({ url }: Target, tolerant: boolean): string {
  return tolerant ? `tolerant ${url.origin}` : url.origin;
}

function clientOn(origin: string, socket: Socket, maxHeaderSize: number): Client {
  let used = false;
  return new Client(origin, {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize,
    headersTimeout: 0, // the call's own timers are exact and cover waiting, headers and body
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    connect: (_options, callback) =>
      // undici expects the socket after its call has returned.
      queueMicrotask(() => {
        if (used) return callback(new SocketGone('the socket of this connection has closed'), null);
        used = true;
        callback(null, socket);
      }),
  });
}

class SocketGone extends Error {
  readonly code = 'SOCKET_GONE';
}

/** Whether a request failed only because a kept connection had been closed in the meantime. */
export function wasClosedWhileIdle(error: unknown): boolean {
  return ['SOCKET_GONE', 'UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(
    systemCode(error),
  );
}
