// Fetches pages politely: robots.txt first, one request at a time per host with a pause in between, every kind of redirect
// checked like a first request. A response that can't be a page is not read to the end; a truncated one is requested once more.

import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { FetchOutcome, Move } from './fetch-outcome.ts';
import { askOnce, type Conditions, pauseOf } from './fetching/ask-once.ts';
import { createHostQueue } from './fetching/host-queue.ts';
import type { SharedHosts } from './fetching/page-hosts.store.ts';
import type { FetchedFile, FileRequest } from './fetching/read-file.ts';
import { createRobots } from './fetching/robots.ts';
import type { End, Step } from './fetching/step.ts';
import { newVisitCookies, type VisitCookies } from './fetching/visit-cookies.ts';

export interface FetchOptions {
  /** From the last visit: the site may answer that nothing has changed. */
  conditions?: Conditions;
  signal?: AbortSignal | undefined;
}

export interface PageFetcher {
  /** Never throws because of the other side; throws only when the caller's signal fires or the outbound client closes. */
  fetchPage(url: string, options?: FetchOptions): Promise<FetchOutcome>;
}

/** How fetching a file can end: the file, or why there is none. */
export type FileOutcome = { kind: 'file'; file: FetchedFile } | Exclude<FetchOutcome, { kind: 'page' }>;

/** For callers that need more of a site than its pages. As polite as for pages, and throws like it. */
export interface SiteFetcher extends PageFetcher {
  fetchFile(url: string, options: FileRequest & { signal?: AbortSignal | undefined }): Promise<FileOutcome>;
  /** The sitemaps named in the robots.txt of the URL's site. */
  sitemapsOf(url: string, signal?: AbortSignal): Promise<string[]>;
  /**
   * Runs a task that requests the URL by other means (a browser) when it is the host's turn. Returns null without running it
   * if robots.txt forbids the URL or the host is resting. Throws what the task throws.
   */
  inTurn<Result>(url: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result | null>;
}

export interface PageFetcherOptions {
  outbound: Outbound;
  userAgent: string;
  /** Pause between two requests to a host that requests no delay of its own. */
  pauseMs?: number;
  /** Pauses and rests of hosts in the database; without it, this fetcher keeps its own. */
  hosts?: SharedHosts | undefined;
  /** Never goes back, unlike the time of day when the clock is set. */
  now?: () => number;
}

// One request per second and host is what careful crawlers send without being asked.
const DEFAULT_PAUSE_MS = 1_000;
const MAX_HOPS = 10;

/** One per process: it holds the host queues and the robots files. */
export function createPageFetcher({ outbound, userAgent, ...options }: PageFetcherOptions): SiteFetcher {
  const { pauseMs = DEFAULT_PAUSE_MS, now = () => performance.now() } = options;
  const queue = createHostQueue(now, options.hosts);
  const robots = createRobots({ outbound, queue, userAgent, pauseMs, now });
  const parts = { outbound, queue, robots, userAgent, pauseMs };

  async function go(url: string, options: FetchOptions & { file?: FileRequest }): Promise<End> {
    const { conditions, file, signal } = options;
    const cookies = newVisitCookies();
    const way: string[] = [];
    const moves: Move[] = [];
    const seen = new Set<string>();
    let part: FetchOutcome | undefined;
    let address = url;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      seen.add(questionOf(address, cookies));
      const request = { address, asked: url, conditions: hop === 0 ? conditions : undefined, cookies, file, signal };
      const step: Step = await askOnce(parts, request);
      if (step.kind === 'page') {
        const redirects = wayTo(address, way);
        Object.assign(step.page, { redirects, moves: moves.filter(({ from }) => redirects.includes(from)) });
      }
      if (step.kind === 'page' && step.page.partial && part === undefined) {
        part = step;
        continue;
      }
      if (step.kind !== 'redirect') return step.kind === 'page' ? step : (part ?? step);
      way.push(address);
      if (step.isPermanent) moves.push({ from: address, to: step.to });
      if (seen.has(questionOf(step.to, cookies))) return loop(url);
      address = step.to;
    }
    return part ?? loop(url);
  }

  return {
    fetchPage: async (url, options = {}) => (await go(url, options)) as FetchOutcome,
    fetchFile: async (url, { signal, ...file }) => (await go(url, { file, signal })) as FileOutcome,
    async sitemapsOf(url, signal) {
      const verdict = await robots.judge(new URL(url), signal);
      return verdict.kind === 'allowed' ? verdict.sitemaps : [];
    },
    async inTurn(address, task, signal) {
      const url = new URL(address);
      const verdict = await robots.judge(url, signal);
      if (verdict.kind !== 'allowed') return null;
      const unlessResting = async () => (queue.restOf(url.hostname) ? null : task());
      return queue.run(url.hostname, unlessResting, { pauseMs: pauseOf(parts, verdict), signal });
    },
  };
}

/** Requesting the same URL with the same cookies again would only repeat the redirect. */
function questionOf(address: string, cookies: VisitCookies): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.href} ${cookies.headerFor(url)}`;
}

/** The redirects that led here. If a cookie wall redirected back to this very URL, the detour does not count. */
function wayTo(address: string, way: readonly string[]): string[] {
  const at = way.indexOf(address);
  return way.slice(0, at < 0 ? way.length : at);
}

function loop(url: string): FetchOutcome {
  const message = `${URL.parse(url)?.host ?? url} redirects in circles.`;
  return { kind: 'not-a-page', reason: 'redirect-loop', message };
}
