// Turns response headers into what the caller gets: a body that is decompressed, counted and cut off at the limits.

import type { Call } from '../call.ts';
import { toOutboundError } from '../outbound-error.ts';
import type { OutboundResponse } from '../outbound-response.ts';
import { type DecodedBody, decodeBody, refuseAnnouncedSize } from './decoded-body.ts';
import type { Hop } from './hop.ts';
import type { Exchange } from './send.ts';

/** Throws OutboundError if the announced size is too large or the encoding is unknown. */
export function openResponse(opened: {
  call: Call;
  hop: Hop;
  exchange: Exchange;
  redirects: string[];
  maxBytes: number;
  tolerant: boolean;
  raw: boolean;
}): OutboundResponse {
  const { call, hop, exchange, redirects, maxBytes } = opened;
  const { statusCode: status, headers, body: source } = exchange.answer;
  const { host, url } = { host: hop.target.host, url: hop.target.url.href };
  const isEmpty = hop.method === 'HEAD' || status === 204 || status === 304;
  if (!isEmpty) refuseAnnouncedSize(headers, maxBytes, host);

  const decoded = decodeBody(source, isEmpty || opened.raw ? {} : headers, {
    maxBytes,
    host,
    takesPart: () => opened.tolerant && !call.signal.aborted,
    onEnd(error, wasReadToEnd) {
      exchange.end(error === undefined && wasReadToEnd);
      const code = error === undefined ? undefined : explain(error).code;
      call.finish({ host, status, bytes: decoded.bytes(), code });
    },
  });
  if (isEmpty) source.resume(); // there is no body to read
  const explain = (error: unknown) => toOutboundError(call.signal.aborted ? call.signal.reason : error, host);
  const bytes = () =>
    decoded.collect().catch((error: unknown) => {
      throw explain(error);
    });
  return {
    url,
    status,
    headers,
    redirects,
    isPartial: decoded.isPartial,
    body: { [Symbol.asyncIterator]: () => explained(decoded, explain) },
    bytes,
    text: async () => new TextDecoder(charset(String(headers['content-type'] ?? ''))).decode(await bytes()),
    cancel: decoded.cancel,
    discard: () => discard(decoded, headers),
  };
}

// How much of an unwanted page is read so that its connection can be reused; a longer or slower one is cut off.
const UNWANTED = { bytes: 16_384, ms: 1_000 };

async function discard(body: DecodedBody, headers: OutboundResponse['headers']): Promise<void> {
  const announced = headers['content-length'];
  if (announced === undefined || Number(announced) > UNWANTED.bytes) return body.cancel();
  const timer = setTimeout(body.cancel, UNWANTED.ms);
  await body.collect().catch(() => undefined);
  clearTimeout(timer);
}

async function* explained(
  body: AsyncIterable<Uint8Array>,
  explain: (error: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explain(error);
  }
}

function charset(contentType: string): string {
  const label = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
