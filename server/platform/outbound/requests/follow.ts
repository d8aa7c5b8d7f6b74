// Sends a request and follows its redirects. Each hop is checked, connected and timed like a first request.

import type { Call } from '../call.ts';
import type { Practice } from '../connecting/target.ts';
import type { RequestLimits } from '../limits.ts';
import { OutboundError, toOutboundError } from '../outbound-error.ts';
import type { OutboundResponse } from '../outbound-response.ts';
import { type Hop, nextHop } from './hop.ts';
import { openResponse } from './response.ts';
import { type Exchange, type SendParts, send } from './send.ts';

export interface Journey {
  parts: SendParts;
  call: Call;
  limits: RequestLimits;
  practice?: Practice;
  tolerant: boolean;
  raw: boolean;
  /** false: a redirect is a response like any other. */
  redirect: boolean;
}

// How much of a redirect's own page is read so that its connection can be reused; a longer or slower one is cut off.
const REDIRECT_PAGE = { bytes: 16_384, ms: 1_000 };

/** Resolves with the last response. Throws OutboundError, having released everything and finished the call. */
export async function follow(journey: Journey, first: Hop): Promise<OutboundResponse> {
  const { call, limits } = journey;
  const redirects: string[] = [];
  let hop = first;
  let exchange: Exchange | undefined;
  try {
    for (;;) {
      exchange = await send(journey.parts, call, hop, { ...limits, tolerant: journey.tolerant });
      const answer = { status: exchange.answer.statusCode, headers: exchange.answer.headers };
      const next = journey.redirect ? nextHop(hop, answer, journey.practice) : undefined;
      if (next === undefined) {
        const { tolerant, raw } = journey;
        return openResponse({ call, hop, exchange, redirects, maxBytes: limits.maxBodyBytes, tolerant, raw });
      }
      if (redirects.length >= limits.maxRedirects) throw tooManyRedirects(first);
      await discard(exchange, call.signal);
      redirects.push(hop.target.url.href);
      hop = next;
    }
  } catch (error) {
    exchange?.end(false);
    const failure = toOutboundError(call.signal.aborted ? call.signal.reason : error, hop.target.host);
    call.finish({ host: first.target.host, code: failure.code });
    throw failure;
  }
}

function tooManyRedirects(first: Hop): OutboundError {
  return new OutboundError('too-many-redirects', `${first.target.host} redirects too many times.`);
}

async function discard(exchange: Exchange, signal: AbortSignal): Promise<void> {
  const { body } = exchange.answer;
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(REDIRECT_PAGE.ms)]);
  await body.dump?.({ limit: REDIRECT_PAGE.bytes, signal: timeout }).catch(() => undefined);
  exchange.end(body.readableEnded);
}
