// The web server of the practice web. It listens on 127.0.0.1 only and serves every site by its host name. The same port takes
// http and https, distinguished by the first byte, so that clients only need to know one port.

import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { html } from '../forms/html.ts';
import { silentHost } from '../traps/silent-hosts.ts';
import { VENDOR_HOST } from '../vendors/vendor-host.ts';
import { type Exchange, type Host, send } from './exchange.ts';
import { plainPage } from './plain-page.ts';
import { createTlsServer, type TlsHosts } from './tls-server.ts';

const TLS_HANDSHAKE = 0x16;

export interface Web {
  port: number;
  stop(): Promise<void>;
}

/** Port 0 picks a free one. Fails if the port is taken. */
export async function startWeb(hosts: Map<string, Host>, tls: TlsHosts, wishedPort: number): Promise<Web> {
  const port = () => (server.address() as AddressInfo | null)?.port ?? wishedPort;
  const listener = (isSecure: boolean) => (request: IncomingMessage, response: ServerResponse) =>
    answer(hosts, { request, response, port: port(), isSecure });
  const plainServer = createHttpServer(listener(false));
  const tlsServer = createTlsServer(tls, port, listener(true));
  const sockets = new Set<Socket>();
  // Half-open connections and no delay, as a listening HTTP server has them.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    void startsWithTls(socket).then((isTls) => (isTls ? tlsServer : plainServer).emit('connection', socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wishedPort, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: port(), stop };
}

/** Looks at the first byte and puts it back. Never resolves for a client that sends nothing. */
function startsWithTls(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return socket.destroy();
      socket.unshift(first);
      resolve(first[0] === TLS_HANDSHAKE);
    });
  });
}

type Raw = Pick<Exchange, 'request' | 'response' | 'port' | 'isSecure'>;

function answer(hosts: Map<string, Host>, raw: Raw): void {
  const { request, response } = raw;
  // HTTP/2 has `:authority` instead of a host header.
  const authority = request.headers.host ?? request.headers[':authority'] ?? 'localhost';
  const url = URL.parse(`http://${authority}${request.url ?? '/'}`);
  response.on('error', () => {});
  if (url === null) {
    response.writeHead(400).end();
    return;
  }
  const exchange: Exchange = { ...raw, host: url.hostname, path: url.pathname, query: url.searchParams };
  if (request.method !== 'GET' && request.method !== 'HEAD' && url.hostname !== VENDOR_HOST) {
    send(exchange, { status: 405, headers: { allow: 'GET, HEAD' }, body: 'Only reading is possible here.' });
    return;
  }
  const host = hosts.get(url.hostname) ?? silentHost(url.hostname);
  if (host === undefined)
    send(exchange, {
      status: 421,
      body: plainPage({ title: 'No such site', body: html`<p>The practice web has no site of this name.</p>` }),
    });
  else host(exchange);
}
