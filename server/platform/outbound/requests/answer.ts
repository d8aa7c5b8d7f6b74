// What is asked on a connection, and what comes back.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Method } from './hop.ts';

/** A response whose body has not been read yet. */
export interface Answer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  body: Readable & Partial<Pick<Dispatcher.ResponseData['body'], 'dump'>>;
}

export interface AskOptions {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal;
}
