// A proxy in front of one site, and two ways to talk to it: as a proper client, and byte by byte.

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type OutboundProxy, type OutboundProxyOptions, startOutboundProxy } from '../proxy/proxy.ts';
import type { ProxyVisit } from '../proxy/proxy-visits.ts';
import type { Site } from './site.ts';

/** With the login of a visit without a limit. */
export type TestProxy = OutboundProxy & ProxyVisit;

export async function proxyTo(site: Site, options: OutboundProxyOptions = {}): Promise<TestProxy> {
  const proxy = await startOutboundProxy({ practice: { port: site.port }, ...options });
  onTestFinished(site.close);
  onTestFinished(proxy.stop);
  return { ...proxy, ...proxy.openVisit() };
}

export const login = (proxy: TestProxy, password = proxy.password) =>
  `Basic ${Buffer.from(`${proxy.username}:${password}`).toString('base64')}`;

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export function ask(
  proxy: TestProxy,
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Got>((resolve, reject) => {
    const { hostname, port } = new URL(proxy.url);
    const headers = { 'proxy-authorization': login(proxy), ...options.headers };
    const request = httpRequest({ host: hostname, port, path: url, method: options.method, headers, agent: false });
    request.on('error', reject).on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.end(options.body);
  });
}

/** Writes raw bytes to the proxy and collects the response. */
export function raw(proxy: OutboundProxy, text: string): { socket: Socket; received(): string; isClosed(): boolean } {
  let received = '';
  let isClosed = false;
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isClosed = true;
    });
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => received, isClosed: () => isClosed };
}

export const connectTo = (proxy: TestProxy, authority: string) =>
  raw(proxy, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${login(proxy)}\r\n\r\n`);
