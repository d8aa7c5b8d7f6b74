// What a crawl is asked for, and what it reports.

import type { Visit } from './visit.ts';

export interface CrawlRequest {
  url: string;
  /** Also for a crawl that is continued; without it, the limit that was set when it began. */
  maxPages?: number;
  signal?: AbortSignal | undefined;
  /** Called after every address that was looked at. */
  onVisit?: ((visit: Visit) => void) | undefined;
}

export interface CrawlReport {
  domain: string;
  startUrl: string;
  /** Pages now in the index from this crawl, new or renewed; unchanged ones; and what the others were. */
  pages: number;
  unchanged: number;
  other: Record<string, number>;
  /** Addresses that could not be looked at, even after some tries. */
  unreached: number;
  /** Set when the site has asked for rest: the crawl goes on where it is when it is run again after so many seconds. */
  resumeInSeconds: number | null;
}

/** Somebody else is crawling this site right now. */
export class CrawlBusy extends Error {
  override readonly name = 'CrawlBusy';
}
