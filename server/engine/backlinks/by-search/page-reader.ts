// Reads pages for the search through the one polite page fetcher, several hosts at once, each page once a day for all users.
import pLimit from 'p-limit';
import type { Kdb } from '../../../platform/db.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { PageFetcher } from '../../pages/fetch-page.ts';
import type { Call } from '../../provider.ts';
import { type PageRead, toPageContent } from './page-content.ts';
import { findPageReads, keepPageRead } from './page-reads.store.ts';

export interface PageReader {
  /**
   * What each URL returned, in the given order; undefined if there was no time left for it. `isEnough` is checked before each
   * page starts. Throws only if the signal aborts or the outbound client is closing.
   */
  read(urls: readonly string[], options: ReadOptions): Promise<(PageRead | undefined)[]>;
}

export interface ReadOptions {
  call: Pick<Call, 'outbound' | 'signal'>;
  isEnough?: (soFar: ReadonlyMap<string, PageRead>) => boolean;
}

export interface ReaderParts {
  db: Kdb;
  /** The process's page fetcher. */
  fetcherOf(outbound: Outbound): PageFetcher;
  limits: ReaderLimits;
}

export interface ReaderLimits {
  /** Pages read in parallel per call. */
  atOnce: number;
  /** Time limit per page, including robots.txt, redirects and the wait for its host. */
  pageMs: number;
  /** No page starts later than this. */
  totalMs: number;
}

const readSeconds = 24 * 3600;
/** It may answer again soon; until then a retried job does not wait for it again. */
const unreachedSeconds = 15 * 60;

/** Use one reader per process: a page that two searches want at the same time is fetched once. */
export function createPageReader({ db, fetcherOf, limits }: ReaderParts): PageReader {
  const { atOnce, pageMs, totalMs } = limits;
  const underWay = new Map<string, Promise<PageRead>>();

  async function fetchAndKeep(url: string, { outbound, signal }: ReadOptions['call']): Promise<PageRead> {
    const content = await fetchContent(fetcherOf(outbound), url, { pageMs, signal });
    await keepPageRead(db, { url, content, lifetimeSeconds: content === 'unreached' ? unreachedSeconds : readSeconds });
    return content;
  }

  async function readOne(url: string, call: ReadOptions['call']): Promise<PageRead> {
    // The other fetch may have been aborted; that must not end this call.
    const others = await underWay.get(url)?.catch(() => undefined);
    call.signal?.throwIfAborted();
    if (others !== undefined) return others;
    const fetching = fetchAndKeep(url, call);
    underWay.set(url, fetching);
    try {
      return await fetching;
    } finally {
      if (underWay.get(url) === fetching) underWay.delete(url);
    }
  }

  return {
    async read(urls, { call, isEnough = () => false }) {
      const found = await findPageReads(db, urls);
      const begunAt = performance.now();
      const unread = urls.filter((url) => !found.has(url));
      await pLimit(atOnce).map(unread, async (url) => {
        if (performance.now() - begunAt > totalMs || isEnough(found)) return;
        found.set(url, await readOne(url, call));
      });
      return urls.map((url) => found.get(url));
    },
  };
}

async function fetchContent(
  fetcher: PageFetcher,
  url: string,
  { pageMs, signal }: { pageMs: number; signal: AbortSignal | undefined },
): Promise<PageRead> {
  const inTime = AbortSignal.timeout(pageMs);
  try {
    const outcome = await fetcher.fetchPage(url, { signal: signal ? AbortSignal.any([signal, inTime]) : inTime });
    if (outcome.kind === 'page') return toPageContent(url, outcome.page);
    return outcome.kind === 'could-not-look' ? 'unreached' : 'closed';
  } catch (error) {
    signal?.throwIfAborted();
    if (inTime.aborted) return 'unreached';
    throw error;
  }
}
