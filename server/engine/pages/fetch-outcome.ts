// How fetching a URL can end. 'Could not look' and 'refused' say nothing about the page; the others do.

import type { PageHints } from './fetching/page-hints.ts';
import type { PageFacts } from './page-facts.ts';

export type FetchOutcome =
  | { kind: 'page'; page: FetchedPage }
  /** Unchanged since its etag or date was stored. */
  | { kind: 'not-modified' }
  /** 404, 410, a soft 404, or a host name that does not exist. */
  | { kind: 'gone'; status: number; message: string }
  /**
   * We may not look: robots.txt, our own address policy, or the site blocks us. Retrying does not help. `botCheck`: the site wants
   * to see a browser.
   */
  | { kind: 'refused'; reason: 'robots' | 'policy' | 'site'; message: string; botCheck?: true }
  | { kind: 'not-a-page'; reason: NotAPageReason; message: string }
  /** The site or the way to it is down, slow or busy: retry later. `notRequested`: the host is resting, so nothing was sent. */
  | ({ kind: 'could-not-look'; message: string; notRequested?: true } & Wait);

/** When to retry; empty if unknown. */
export interface Wait {
  retryAfterSeconds?: number;
  /** How long the whole pause was, if this is the rest of it: that decides whether waiting is worth it. */
  ofSeconds?: number;
}

/** Only the wait of an object that has one. */
export function waitOf({ retryAfterSeconds, ofSeconds }: Wait): Wait {
  return {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(ofSeconds === undefined ? {} : { ofSeconds }),
  };
}

export type NotAPageReason = 'content-type' | 'too-large' | 'redirect-loop' | 'status' | 'bad-address' | 'unreadable';

export interface Move {
  from: string;
  to: string;
}

export interface FetchedPage {
  /** The URL that answered in the end. */
  url: string;
  /** The URLs that led there, the requested one first; empty when there was no redirect. */
  redirects: string[];
  /** The permanent redirects (301 or 308) among them. The others say nothing about where the page belongs. */
  moves: Move[];
  html: string;
  facts: PageFacts;
  hints: PageHints;
  /** Meta robots and X-Robots-Tag, for us or for all bots. */
  noindex: boolean;
  nofollow: boolean;
  /** The response was cut off; this is the part that arrived. */
  partial?: true;
  /** For the next visit. */
  etag?: string;
  lastModified?: string;
}
