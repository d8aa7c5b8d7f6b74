// The outbound policy as a forward proxy on loopback, for a headless browser: plain requests in absolute form, CONNECT for
// https and WebSockets. It does not look into TLS. Each visit has its own password, so that no other process can use it. The
// browser must be told to send everything here: see BROWSER_ARGUMENTS.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CallReport } from '../call.ts';
import type { Dial } from '../connecting/dialer.ts';
import { createResolver, type Resolver } from '../connecting/resolver.ts';
import type { Practice } from '../connecting/target.ts';
import { createWebDialer } from '../connecting/web-dialer.ts';
import { withGiven } from '../limits.ts';
import { forward } from './proxy-forward.ts';
import type { ProxyLimits, ProxyParts } from './proxy-parts.ts';
import { tunnel } from './proxy-tunnel.ts';
import { createVisits, type ProxyVisit, type ProxyVisits } from './proxy-visits.ts';

export interface OutboundProxy {
  /** `http://127.0.0.1:<port>`, for Playwright's `proxy.server`. */
  url: string;
  /** A login for one page, with a limit on its traffic. */
  openVisit(options?: { maxBytes?: number }): ProxyVisit;
  /** Closes every connection and the port. */
  stop(): Promise<void>;
}

export interface OutboundProxyOptions {
  practice?: Practice;
  limits?: Partial<ProxyLimits>;
  onRequest?: (report: CallReport) => void;
  /** For tests: DNS answers and connections without a network. */
  resolve?: Resolver;
  dial?: Dial;
}

/**
 * Chromium flags without which something could bypass the proxy: loopback names are not proxied by default, WebRTC and QUIC use
 * UDP, and the browser must not query DNS itself.
 */
export const BROWSER_ARGUMENTS: readonly string[] = [
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

const DEFAULT_LIMITS: ProxyLimits = {
  maxConnections: 256,
  maxHeaderBytes: 32 * 1024,
  maxBytes: 64 * 1024 * 1024,
  connectMs: 10_000,
  idleMs: 30_000,
  totalMs: 120_000,
};

/** Starts the proxy on a free port of 127.0.0.1. Rejects if no port can be opened. */
export async function startOutboundProxy(options: OutboundProxyOptions = {}): Promise<OutboundProxy> {
  const limits = withGiven(DEFAULT_LIMITS, options.limits);
  const visits = createVisits();
  const parts: ProxyParts = {
    dial: createWebDialer({
      resolve: options.resolve ?? createResolver(),
      dial: options.dial,
      practice: options.practice,
    }),
    practice: options.practice,
    limits,
    onFinish: (report) => options.onRequest?.(report),
  };
  const server = await listen(parts, visits);
  return { url: `http://127.0.0.1:${server.port}`, openVisit: visits.open, stop: server.stop };
}

async function listen(parts: ProxyParts, visits: ProxyVisits): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: parts.limits.maxHeaderBytes,
    headersTimeout: Math.min(10_000, parts.limits.totalMs),
    requestTimeout: parts.limits.totalMs,
    keepAliveTimeout: 5_000,
  });
  server.maxConnections = parts.limits.maxConnections;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    const visit = visits.find(request);
    if (visit) void forward({ ...parts, visit }, request, response);
    else askForPassword(response);
  });
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => undefined);
    const visit = visits.find(request);
    if (visit) void tunnel({ ...parts, visit }, { authority: request.url ?? '', client, head });
    else client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${CHALLENGE}\r\nConnection: close\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, stop };
}

const CHALLENGE = 'Proxy-Authenticate: Basic realm="Zeus", charset="UTF-8"';

function askForPassword(response: ServerResponse): void {
  const [name = '', value = ''] = CHALLENGE.split(': ');
  // Keep the connection: a browser tries without a login first and sends it with the second request.
  response.writeHead(407, { [name]: value, 'content-length': 0 }).end();
}
