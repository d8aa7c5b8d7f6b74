// The cookie jar of a single visit. Cookies set by a redirect are sent with the following requests of the same visit, scoped
// like in a browser (domain, path, secure, public suffixes), and then dropped. Many sites answer the first request with a
// cookie and a redirect to the same URL, and repeat that until the cookie is sent back.

import { CookieJar } from 'tough-cookie';

export interface VisitCookies {
  /** Stores the cookies of a response. Ignores malformed ones and those the host may not set. */
  keep(lines: string | string[] | undefined, url: URL): void;
  /** The Cookie header for a request; '' if there are no cookies to send. */
  headerFor(url: URL): string;
}

// RFC 6265 requires support for 50 cookies of 4096 bytes per domain. Most servers reject request headers above 8 KB.
const MOST = { cookies: 50, bytes: 4096, header: 8192 };
/** Characters that are valid in a header value. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/;

export function newVisitCookies(): VisitCookies {
  // Most visits see no redirect with a cookie, so the jar is created on demand.
  let jar: CookieJar | undefined;
  let kept = 0;
  return {
    keep(lines, url) {
      for (const line of [lines ?? []].flat()) {
        if (kept >= MOST.cookies || line.length > MOST.bytes || !SENDABLE.test(line)) continue;
        jar ??= new CookieJar(undefined, { allowSecureOnLocal: false });
        if (jar.setCookieSync(line, url, { ignoreError: true }) !== undefined) kept++;
      }
    },
    headerFor(url) {
      const header = jar?.getCookieStringSync(url) ?? '';
      return header.length > MOST.header ? '' : header;
    },
  };
}
