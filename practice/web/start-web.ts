// The HTTP server of the practice web. It listens on 127.0.0.1 only and serves every site by its host name.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { html } from '../forms/html.ts';
import { silentHost } from '../traps/silent-hosts.ts';
import { VENDOR_HOST } from '../vendors/vendor-host.ts';
import { type Exchange, type Host, send } from './exchange.ts';
import { plainPage } from './plain-page.ts';

export interface Web {
  port: number;
  stop(): Promise<void>;
}

/** Port 0 picks a free one. Fails if the port is taken. */
export async function startWeb(hosts: Map<string, Host>, wishedPort: number): Promise<Web> {
  const server = createServer((request, response) => {
    const place = server.address();
    const port = place !== null && typeof place === 'object' ? place.port : wishedPort;
    answer(hosts, request, response, port);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wishedPort, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const place = server.address();
  return {
    port: place !== null && typeof place === 'object' ? place.port : wishedPort,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(hosts: Map<string, Host>, request: IncomingMessage, response: ServerResponse, port: number): void {
  const url = URL.parse(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`);
  response.on('error', () => {});
  if (url === null) {
    response.writeHead(400).end();
    return;
  }
  const asked: Exchange = { host: url.hostname, path: url.pathname, query: url.searchParams, request, response, port };
  if (request.method !== 'GET' && request.method !== 'HEAD' && url.hostname !== VENDOR_HOST) {
    send(asked, { status: 405, headers: { allow: 'GET, HEAD' }, body: 'Only reading is possible here.' });
    return;
  }
  const host = hosts.get(url.hostname) ?? silentHost(url.hostname);
  if (host === undefined)
    send(asked, {
      status: 421,
      body: plainPage({ title: 'No such site', body: html`<p>The practice web has no site of this name.</p>` }),
    });
  else host(asked);
}
