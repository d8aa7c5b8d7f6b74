// How looking at an address can end. 'Could not look' and 'refused' say nothing about what is there; the others do.

import type { PageHints } from './fetching/page-hints.ts';
import type { PageFacts } from './page-facts.ts';

export type FetchOutcome =
  | { kind: 'page'; page: FetchedPage }
  /** The same as when its etag or date was noted. */
  | { kind: 'not-modified' }
  /** 404, 410, a page that says so with a good status, or a host name that does not exist. */
  | { kind: 'gone'; status: number; message: string }
  /** We may not look: robots.txt, our own address policy, or the site turns us away. Asking again does not help. */
  | { kind: 'refused'; reason: 'robots' | 'policy' | 'site'; message: string }
  | { kind: 'not-a-page'; reason: NotAPageReason; message: string }
  /** The site or the way to it is down, slow or busy: ask again later. `notAsked`: it has asked for rest, so nothing was sent. */
  | ({ kind: 'could-not-look'; message: string; notAsked?: true } & Wait);

/** When to ask again; empty when nobody knows. */
export interface Wait {
  retryAfterSeconds?: number;
  /** How long the pause was when it began, if this is what is left of it: whether it is worth waiting depends on that. */
  ofSeconds?: number;
}

/** The wait of anything that has one, without the rest of it. */
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
  /** The address that answered in the end. */
  url: string;
  /** The addresses that led there, the one asked for first; empty when it answered itself. */
  redirects: string[];
  /** Those of the redirects that are permanent (301 or 308). The others say nothing about where the page belongs. */
  moves: Move[];
  html: string;
  facts: PageFacts;
  hints: PageHints;
  /** Meta robots and X-Robots-Tag for us or for all. */
  noindex: boolean;
  nofollow: boolean;
  /** The response was cut off; this is the part that arrived. */
  partial?: true;
  /** For the next visit. */
  etag?: string;
  lastModified?: string;
}
