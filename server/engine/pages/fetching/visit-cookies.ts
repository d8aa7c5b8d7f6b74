// The cookies of one visit: what a redirect sets is sent along on the rest of the way, under the scoping rules of
// browsers (domain, path, secure, public suffixes), and forgotten with the visit. Many sites answer a first request
// with a cookie and a redirect to the same address, and keep doing so until the cookie comes back.

import { CookieJar } from 'tough-cookie';

export interface VisitCookies {
  /** Takes the Set-Cookie lines of an answer; what is malformed or not the host's to set is left out. */
  keep(lines: string | string[] | undefined, url: URL): void;
  /** The Cookie header for a request; '' when there is none to send. */
  headerFor(url: URL): string;
}

// RFC 6265 asks for room for 50 cookies of 4096 bytes a host; more than 8 KB in a request is refused by most servers.
const MOST = { cookies: 50, bytes: 4096, header: 8192 };
/** What a header may carry. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/;

export function newVisitCookies(): VisitCookies {
  // Most visits meet no cookie before their page, so that most need no jar.
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
