// Reads the practice web in tests: by host name over 127.0.0.1, without a resolver.

import { get, type IncomingHttpHeaders } from 'node:http';

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface GetOptions {
  headers?: Record<string, string>;
  /** Stops reading after this many bytes. */
  limit?: number;
}

/** Follows no redirects. Fails when the connection does. */
export function fetchPage(address: string, options: GetOptions = {}): Promise<Got> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const headers = { host: url.host, 'accept-encoding': 'identity', ...options.headers };
    const request = get(
      { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers, agent: false },
      (response) => {
        const pieces: Buffer[] = [];
        let size = 0;
        const done = () => {
          const body = Buffer.concat(pieces);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString('utf8') });
        };
        response.on('data', (piece: Buffer) => {
          pieces.push(piece);
          size += piece.length;
          if (size < (options.limit ?? Number.POSITIVE_INFINITY)) return;
          done();
          request.destroy();
        });
        response.on('end', done);
        response.on('error', reject);
      },
    );
    request.on('error', reject);
  });
}

export interface Anchor {
  href: string;
  rel: string;
  text: string;
}

/** The links of a page in order, without those in comments and scripts. */
export function anchorsOf(markup: string): Anchor[] {
  const visible = markup.replace(/<!--[\s\S]*?-->/g, '').replace(/<script[\s\S]*?<\/script>/g, '');
  return [...visible.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map((match) => ({
    href: unescapeHtml(attribute(match[1] ?? '', 'href')),
    rel: attribute(match[1] ?? '', 'rel'),
    text: unescapeHtml((match[2] ?? '').replace(/<[^>]*>/g, '')),
  }));
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
