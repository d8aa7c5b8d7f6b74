// What statuses and failures mean: which are final, and which say nothing about the page.

import type { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { OutboundResponse } from '../../../platform/outbound/outbound-response.ts';
import { type FetchOutcome, type Wait, waitOf } from '../fetch-outcome.ts';
import { retryAfterSeconds } from './retry-after.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const TURNED_AWAY = new Set([401, 402, 403, 407, 451]);
const BUSY = new Set([408, 421, 425, 429]);

export function couldNotLook(message: string, wait: Wait = {}): FetchOutcome {
  return { kind: 'could-not-look', message, ...waitOf(wait) };
}

/** The absolute URL of a redirect; undefined if the response isn't one. */
export function redirectTarget({ status, headers }: OutboundResponse, from: URL): string | undefined {
  if (!REDIRECTS.has(status) || typeof headers.location !== 'string') return undefined;
  const url = URL.parse(headerText(headers.location), from.href);
  if (url === null) return undefined;
  url.hash = '';
  return url.href;
}

/** Header bytes arrive as latin1; servers that send raw UTF-8 mean UTF-8, as browsers assume. */
export const headerText = (header: string): string => Buffer.from(header, 'latin1').toString('utf8');

/** The outcome that a status alone decides; undefined when the body has to be read. */
export function outcomeOfStatus({ status, headers }: OutboundResponse, host: string): FetchOutcome | undefined {
  if (status === 304) return { kind: 'not-modified' };
  if (status >= 200 && status < 300 && status !== 204 && status !== 205) return undefined;
  if (status === 404 || status === 410) {
    return { kind: 'gone', status, message: `${host} says that this page does not exist (${status}).` };
  }
  if (TURNED_AWAY.has(status)) {
    return { kind: 'refused', reason: 'site', message: `${host} does not let Zeus open this page (${status}).` };
  }
  if (BUSY.has(status) || status >= 500) {
    const seconds = retryAfterSeconds(headers['retry-after']);
    const wait = seconds === undefined ? {} : { retryAfterSeconds: seconds };
    return couldNotLook(`${host} answered with status ${status}.`, wait);
  }
  return { kind: 'not-a-page', reason: 'status', message: `${host} answered with status ${status}.` };
}

/** The outcome of a failed request. */
export function outcomeOfError({ code, message, retryable }: OutboundError): FetchOutcome {
  if (code === 'refused') return { kind: 'refused', reason: 'policy', message };
  if (code === 'bad-url') return { kind: 'not-a-page', reason: 'bad-address', message };
  if (code === 'too-large') return { kind: 'not-a-page', reason: 'too-large', message };
  if (code === 'dns' && !retryable) return { kind: 'gone', status: 0, message };
  return retryable ? couldNotLook(message) : { kind: 'not-a-page', reason: 'unreadable', message };
}
