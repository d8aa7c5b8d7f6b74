// An outbound client for one server that behaves as the test wants, closed after the test.

import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { OutboundLimits } from '../limits.ts';
import { createOutbound, type Outbound, type OutboundRequest } from '../outbound.ts';
import { type Site, startRawSite } from './site.ts';

export async function raw(answer: (socket: Socket, head: string) => void, limits: Partial<OutboundLimits> = {}) {
  return withOutbound(await startRawSite(answer), limits);
}

export function withOutbound(site: Site, limits: Partial<OutboundLimits>): { site: Site; outbound: Outbound } {
  const outbound = createOutbound({ practice: { port: site.port }, limits });
  onTestFinished(site.close);
  onTestFinished(outbound.close);
  return { site, outbound };
}

export const failure = (outbound: Outbound, url: string, options?: OutboundRequest) =>
  outbound.request(url, options).then(
    (response) =>
      response.bytes().then(
        (bytes) => `${bytes.length} bytes`,
        (error: unknown) => error,
      ),
    (error: unknown) => error,
  );

export const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

export function drip(socket: Socket, next: () => string): void {
  const timer = setInterval(() => socket.write(next()), 10);
  socket.once('close', () => clearInterval(timer));
}
