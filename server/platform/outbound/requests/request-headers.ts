// The headers of a request: the caller's, ours, and what survives a redirect to another origin.

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ACCEPTED_ENCODINGS } from './decompression.ts';

// These control where a message goes and where it ends; only the outbound client sets them.
const OURS = new Set(
  'host connection keep-alive proxy-connection proxy-authorization te trailer transfer-encoding upgrade content-length expect accept-encoding'.split(
    ' ',
  ),
);

// Everything else (authorization, cookie, API keys under any name) is meant for the first origin only.
const CROSS_ORIGIN = new Set(['accept', 'accept-language', 'user-agent']);

/** The headers of a first request. Throws TypeError for a header that is malformed or not the caller's to set. */
export function firstHeaders(
  given: Record<string, string>,
  { userAgent, raw }: { userAgent: string; raw: boolean },
): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: '*/*' };
  for (const [name, value] of Object.entries(given)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    const key = name.toLowerCase();
    if (OURS.has(key)) throw new TypeError(`The header "${key}" is set by the outbound client itself.`);
    headers[key] = value;
  }
  headers['accept-encoding'] = raw ? 'identity' : ACCEPTED_ENCODINGS;
  return headers;
}

/** The headers to send on after a redirect. */
export function redirectHeaders(
  headers: Record<string, string>,
  change: { sameOrigin: boolean; keepsBody: boolean },
): Record<string, string> {
  const isKept = (name: string) => {
    if (name === 'accept-encoding') return true;
    if (name.startsWith('content-')) return change.keepsBody;
    return change.sameOrigin || CROSS_ORIGIN.has(name);
  };
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}
