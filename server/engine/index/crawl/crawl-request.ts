// The request for a crawl, and its report.

import type { Visit } from './visit.ts';

export interface CrawlRequest {
  url: string;
  /** Also applies to a continued crawl; without it, the limit it started with. */
  maxPages?: number;
  signal?: AbortSignal | undefined;
  /** Called after every visited URL. */
  onVisit?: ((visit: Visit) => void) | undefined;
}

export interface CrawlReport {
  domain: string;
  startUrl: string;
  /** Pages this crawl added or renewed, unchanged ones, and what the others turned out to be. */
  pages: number;
  unchanged: number;
  other: Record<string, number>;
  /** URLs that could not be fetched, even after several attempts. */
  unreached: number;
  /** Set when the site asked for a pause: run the crawl again after this many seconds to continue. */
  resumeInSeconds: number | null;
}

/** Another process is crawling this site right now. */
export class CrawlBusy extends Error {
  override readonly name = 'CrawlBusy';
}
