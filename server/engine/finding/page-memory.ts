// Caches the pages read in the last minutes, so that the title of an own backlink, the article, the search for people and a later
// click on "Get email" fetch them once. Failed fetches are not cached.

import { LRUCache } from 'lru-cache';
import { memoizeBy } from '../../platform/memoize-objects.ts';
import type { FetchOutcome } from '../pages/fetch-outcome.ts';
import type { FetchOptions, PageFetcher } from '../pages/fetch-page.ts';
import { pageFetcherOf } from '../pages/fetcher-of.ts';

export interface PageMemory extends PageFetcher {
  /**
   * Fetches a page even if it is cached, and caches it if nothing has to be evicted for it: a long list of pages must not drive
   * out those of running contact searches. Throws like the fetcher.
   */
  fetchAnew: PageFetcher['fetchPage'];
}

export interface PageMemoryOptions {
  keepMs?: number;
  /** Total HTML of all cached pages; a cached page keeps its whole text alive. */
  maxCharacters?: number;
  /** Number of cached answers of any kind. */
  maxAnswers?: number;
  now?: () => number;
}

// Long enough for 'Get email' and the full domain search after a campaign, short enough to notice a repaired page.
const KEEP_MS = 10 * 60_000;
const MAX_CHARACTERS = 24_000_000;
const MAX_ANSWERS = 5_000;

/** Returns the same cache for the same outbound client. */
export const pageMemoryOf = memoizeBy(
  ({ outbound }) => outbound,
  (parts: Parameters<typeof pageFetcherOf>[0]): PageMemory => cachePages(pageFetcherOf(parts)),
);

/** Wraps a fetcher and throws like it. Concurrent requests for the same page share one fetch. */
export function cachePages(fetcher: PageFetcher, options: PageMemoryOptions = {}): PageMemory {
  const { keepMs = KEEP_MS, maxCharacters = MAX_CHARACTERS, maxAnswers = MAX_ANSWERS, now = Date.now } = options;
  const sizeOf = (answer: FetchOutcome | Promise<FetchOutcome>) =>
    'kind' in answer && answer.kind === 'page' ? answer.page.html.length + 1 : 1;
  const answers = new LRUCache<string, FetchOutcome | Promise<FetchOutcome>>({
    max: maxAnswers,
    maxSize: maxCharacters,
    sizeCalculation: sizeOf,
    ttl: keepMs,
    noUpdateTTL: true,
    perf: { now },
    ttlResolution: 0,
  });

  /** Its size counts, but the text itself is no longer needed. */
  const keep = (url: string, outcome: FetchOutcome): void => {
    answers.set(url, outcome);
    if (outcome.kind === 'page') outcome.page.html = '';
  };

  const ask = (url: string, how: FetchOptions): Promise<FetchOutcome> => {
    const request = fetcher.fetchPage(url, how);
    const settle = (outcome?: FetchOutcome) => {
      if (answers.peek(url) !== request) return;
      if (outcome === undefined || outcome.kind === 'could-not-look') answers.delete(url);
      else keep(url, outcome);
    };
    answers.set(url, request);
    request.then(settle, () => settle());
    return request;
  };

  const hasRoomFor = (outcome: FetchOutcome): boolean =>
    answers.size < maxAnswers && answers.calculatedSize + sizeOf(outcome) <= maxCharacters;

  return {
    async fetchAnew(url, how) {
      const outcome = await fetcher.fetchPage(url, how);
      if (outcome.kind !== 'page') return outcome;
      if (!hasRoomFor(outcome)) answers.purgeStale();
      if (hasRoomFor(outcome)) keep(url, outcome);
      return outcome;
    },
    async fetchPage(url, how = {}) {
      if (how.conditions) return fetcher.fetchPage(url, how);
      const known = answers.get(url);
      if (known === undefined) return ask(url, how);
      // The first caller may have been aborted, which must not end this one.
      const outcome = await Promise.resolve(known).catch(() => undefined);
      how.signal?.throwIfAborted();
      return outcome ?? ask(url, how);
    },
  };
}
