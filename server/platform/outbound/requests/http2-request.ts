// Sends a single request over HTTP/2, for servers that speak nothing else. The connection is closed after the response: such
// servers are rare, so reusing sessions is not worth its complexity.

import { type ClientHttp2Stream, connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import type { Socket } from 'node:net';
import { OutboundError } from '../outbound-error.ts';
import type { Answer, AskOptions } from './connections.ts';

type Http2Headers = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** Rejects with the error or the signal's reason. */
export function requestOverHttp2(
  socket: Socket,
  origin: string,
  options: AskOptions & { maxHeaderBytes: number },
): Promise<Answer> {
  const { method, path, headers, body, signal } = options;
  const session = connect(origin, { createConnection: () => socket, settings: { enablePush: false } });
  return new Promise((resolve, reject) => {
    const stop = () => fail(signal.reason);
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', stop);
      session.destroy();
      reject(error);
    };
    session.on('error', fail).once('close', () => fail(new BrokenOff('the session was closed')));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const stream = session.request({
      ...headers,
      ':authority': new URL(origin).host,
      ':method': method,
      ':path': path,
    });
    stream.on('error', fail); // also after the response, or it would be uncaught
    stream.once('aborted', () => stream.destroy(new BrokenOff('the stream was reset')));
    stream.once('close', () => fail(new BrokenOff('the stream was closed')));
    stream.once('response', (received) => {
      if (sizeOf(received) > options.maxHeaderBytes) return fail(tooManyHeaders(origin));
      resolve(answerOf(stream, received));
    });
    stream.end(body);
  });
}

function answerOf(stream: ClientHttp2Stream, { ':status': status = 0, ...headers }: Http2Headers): Answer {
  return { statusCode: Number(status), headers: headers as Answer['headers'], body: stream };
}

function sizeOf(headers: Http2Headers): number {
  return Object.entries(headers).reduce((size, [name, value]) => size + name.length + String(value).length, 0);
}

function tooManyHeaders(origin: string): OutboundError {
  return new OutboundError('too-large', `${new URL(origin).hostname} sent more header data than allowed.`);
}

class BrokenOff extends Error {
  readonly code = 'ECONNRESET';
}
