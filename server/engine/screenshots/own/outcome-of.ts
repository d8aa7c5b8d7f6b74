// Maps what the browser reports about a page to one of our reasons.
import type { ScreenshotReason } from '../../../../shared/screenshot.ts';
import type { ProxyRefusal } from '../../../platform/outbound/proxy/proxy-visits.ts';
import { failed, type NoPicture } from '../screenshot-provider.ts';

/** The response headers of the main document. */
export interface DocumentAnswer {
  url: string;
  status: number;
  contentType: string;
  disposition: string;
  /** X-Robots-Tag. */
  robots: string;
}

const pageTypes = /^(?:text\/html|application\/xhtml\+xml|text\/plain|application\/xml|text\/xml)\b/i;

/** Why this response is not a page to capture; null if it is. */
export function problemOf(answer: DocumentAnswer, refusals: readonly ProxyRefusal[]): NoPicture | null {
  const { url, status, contentType, disposition } = answer;
  if (!/^https?:/.test(url)) return failed('refused', `it led to ${url.slice(0, 100)}`);
  if (wasRefused(url, refusals)) return failed('refused', `${url} is not opened`);
  const reason = reasonOfStatus(status);
  if (reason !== null) return failed(reason, `status ${status}`);
  const isFile = /^\s*attachment/i.test(disposition) || (contentType !== '' && !pageTypes.test(contentType));
  return isFile ? failed('not-a-page', contentType || disposition) : null;
}

function reasonOfStatus(status: number): ScreenshotReason | null {
  if (status === 404 || status === 410) return 'not-found';
  if (status === 401 || status === 403 || status === 407 || status === 429 || status === 451) return 'blocked';
  if (status === 408 || status === 504) return 'timed-out';
  // Many bot checks answer with 503.
  if (status === 503) return 'blocked';
  return status >= 400 ? 'unavailable' : null;
}

/** The reason for a navigation error. */
export function problemOfError(error: Error, url: string, refusals: readonly ProxyRefusal[]): NoPicture {
  const [line = ''] = error.message.split('\n');
  if (wasRefused(url, refusals)) return failed('refused', line);
  if (/Download is starting/.test(line)) return failed('not-a-page', line);
  if (/ERR_(?:BLOCKED_BY|UNSAFE_PORT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|INVALID_URL)/.test(line)) {
    return failed('refused', line);
  }
  if (/Timeout .*exceeded|ERR_(?:CONNECTION_)?TIMED_OUT/.test(line)) return failed('timed-out', line);
  return failed('unavailable', line);
}

// The proxy records an address, a name, or a name with its port.
function wasRefused(url: string, refusals: readonly ProxyRefusal[]): boolean {
  const page = URL.parse(url);
  if (page === null) return false;
  const named = (text: string) => text === page.hostname || text === page.host || URL.parse(text)?.host === page.host;
  const withPort = `${page.hostname}:${page.port || (page.protocol === 'https:' ? 443 : 80)}`;
  return refusals.some(({ host }) => named(host) || host === withPort);
}
