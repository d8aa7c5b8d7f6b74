// A request and its response, as the hosts of the practice web see them, and the usual ways to answer.

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export interface Exchange {
  host: string;
  path: string;
  query: URLSearchParams;
  request: IncomingMessage;
  response: ServerResponse;
  /** The port of the practice web. */
  port: number;
  /** Whether it came over https. */
  isSecure: boolean;
}

export type Host = (exchange: Exchange) => void;

export interface Answer {
  status?: number;
  contentType?: string;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** A response ready to be sent many times. */
export interface Prepared {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
  etag: string;
  /** Created for the first client that accepts it. */
  zipped: Buffer | null;
}

export function prepare(answer: Answer): Prepared {
  const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const headers = { 'content-type': answer.contentType ?? 'text/html; charset=utf-8', etag, ...answer.headers };
  return { status: answer.status ?? 200, headers, bytes, etag, zipped: null };
}

/** Answers with an ETag, 304 if the client already has the page, and gzip if the client accepts it. */
export function sendPrepared({ request, response }: Exchange, prepared: Prepared): void {
  const { status, headers, bytes, etag } = prepared;
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const isZipped = bytes.length > 1_000 && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (isZipped) prepared.zipped ??= gzipSync(bytes, { level: 1 });
  const body = (isZipped ? prepared.zipped : bytes) ?? bytes;
  const encoding: Record<string, string> = isZipped ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(status, { ...headers, ...encoding, vary: 'accept-encoding', 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function send(exchange: Exchange, answer: Answer): void {
  sendPrepared(exchange, prepare(answer));
}

export function sendJson(exchange: Exchange, data: unknown, status = 200): void {
  send(exchange, { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(data) });
}

export function redirect(exchange: Exchange, status: number, location: string): void {
  exchange.response.writeHead(status, { location, 'content-type': 'text/html; charset=utf-8' }).end('Moved.');
}
