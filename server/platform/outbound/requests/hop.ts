// One request of a call: where to, with what, and where its response points next.

import type { IncomingHttpHeaders } from 'node:http';
import { type Practice, parseTarget, type Target } from '../connecting/target.ts';
import { OutboundError } from '../outbound-error.ts';
import { redirectHeaders } from './request-headers.ts';

export type Method = 'GET' | 'HEAD' | 'POST';

export interface Hop {
  target: Target;
  method: Method;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The next hop a response asks for, checked like any other URL; undefined if it is not a redirect. Throws like parseTarget. */
export function nextHop(
  hop: Hop,
  answer: { status: number; headers: IncomingHttpHeaders },
  practice?: Practice,
): Hop | undefined {
  const { location } = answer.headers;
  if (!REDIRECTS.has(answer.status) || typeof location !== 'string') return undefined;
  const target = parseTarget(absolute(location, hop.target), practice);
  const becomesGet = hop.method === 'POST' ? answer.status <= 303 : answer.status === 303 && hop.method !== 'HEAD';
  const sameOrigin = target.url.origin === hop.target.url.origin;
  return {
    target,
    method: becomesGet ? 'GET' : hop.method,
    headers: redirectHeaders(hop.headers, { sameOrigin, keepsBody: !becomesGet }),
    body: becomesGet ? undefined : hop.body,
  };
}

// Header bytes arrive as latin1; servers that send raw UTF-8 in Location mean UTF-8, as browsers assume.
function absolute(location: string, from: Target): URL {
  const url = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), from.url.href);
  if (url !== null) return url;
  throw new OutboundError('bad-response', `${from.host} redirects to something that is not a web address.`, {
    retryable: false,
  });
}
