// Sends a single request over HTTP/2, for servers that speak nothing else. The connection is closed after the response: such
// servers are rare, so reusing sessions is not worth its complexity.

import {
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { OutboundError } from '../outbound-error.ts';
import type { Answer, AskOptions } from './answer.ts';

type Http2Headers = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** Rejects with the error or the signal's reason. */
export function requestOverHttp2(
  socket: Socket,
  origin: string,
  options: AskOptions & { maxHeaderBytes: number },
): Promise<Answer> {
  const { method, path, headers, signal } = options;
  const session = connect(origin, { createConnection: () => socket, settings: { enablePush: false } });
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined;
    const stop = () => {
      answer?.body.destroy(signal.reason);
      fail(signal.reason);
    };
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
    const body = bodyOf(stream);
    stream.on('error', fail); // also after the response, or it would be uncaught
    stream.once('close', () => fail(new BrokenOff('the stream was closed')));
    stream.once('response', (received) => {
      if (sizeOf(received) > options.maxHeaderBytes) return fail(tooManyHeaders(origin));
      answer = answerOf(received, body);
      resolve(answer);
    });
    stream.end(options.body);
  });
}

function answerOf({ ':status': status = 0, ...headers }: Http2Headers, body: Readable): Answer {
  return { statusCode: Number(status), headers: headers as Answer['headers'], body };
}

const MAX_BUFFERED = 256 * 1024;

/**
 * The data of a stream, followed by an error if it was reset. The stream itself would drop data that arrives together with
 * the reset, and a stream that is canceled or loses its connection ends like a complete one.
 */
function bodyOf(stream: ClientHttp2Stream): Readable {
  const chunks: Buffer[] = [];
  let buffered = 0;
  let isClosed = false;
  let wake = () => {};
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    buffered += chunk.length;
    if (buffered > MAX_BUFFERED) stream.pause();
    wake();
  });
  stream.once('close', () => {
    isClosed = true;
    wake();
  });
  async function* data(): AsyncGenerator<Buffer> {
    while (!isClosed || chunks.length > 0) {
      const chunk = chunks.shift();
      if (chunk === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      buffered -= chunk.length;
      if (stream.isPaused()) stream.resume();
      yield chunk;
    }
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) throw new BrokenOff('the stream was reset');
  }
  return Readable.from(data(), { objectMode: false });
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
