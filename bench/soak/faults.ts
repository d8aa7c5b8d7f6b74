// How servers on the real web misbehave. Each fault answers one request in its own way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Page {
  headers: Record<string, string>;
  /** Compressed with gzip. */
  body: Buffer;
}

type Answer = (request: IncomingMessage, response: ServerResponse, page: Page) => void;

const cookie = 'visitor=known';

/** The sockets below the TLS ones, by the client's port: only these can be reset. */
export const tcpSockets = new Map<number, Socket>();

/** A cookie wall or a missing intermediate certificate affects a whole host; the others affect single requests. */
export const faults = {
  '429 with Retry-After': (_request, response) => void response.writeHead(429, { 'retry-after': '2' }).end(),
  '429 without Retry-After': (_request, response) => void response.writeHead(429).end(),
  'cookie wall': (request, response, page) => {
    if (request.headers.cookie?.includes(cookie)) return send(response, page);
    response.writeHead(302, { location: request.url ?? '/', 'set-cookie': `${cookie}; Path=/; Secure` }).end();
  },
  'doubled header': (_request, response, { headers, body }) => {
    const doubled = Object.entries({ ...headers, 'content-length': String(body.length) }).flat();
    response.writeHead(200, [...doubled, 'content-type', 'text/html']).end(body);
  },
  'cut-off body': (_request, response, { headers, body }) => {
    response.writeHead(200, { ...headers, 'content-length': body.length });
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
  },
  'bytes after gzip': (_request, response, { headers, body }) =>
    send(response, { headers, body: Buffer.concat([body, Buffer.from('\n<!-- cached -->\n')]) }),
  reset: (_request, response) => void tcpSockets.get(response.socket?.remotePort ?? 0)?.resetAndDestroy(),
  hang: () => {},
} satisfies Record<string, Answer>;

export type Fault = keyof typeof faults | 'missing intermediate';

export const requestFaults = Object.keys(faults).filter((name) => name !== 'cookie wall') as (keyof typeof faults)[];

export function send(response: ServerResponse, { headers, body }: Page): void {
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
}
