// Caches the pages read in the last minutes, so that the article, the search for people and a later click on "Get email"
// fetch them once. Failed fetches are not cached.

import { LRUCache } from 'lru-cache';
import type { FetchOutcome } from '../pages/fetch-outcome.ts';
import type { FetchOptions, PageFetcher } from '../pages/fetch-page.ts';

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

/** Wraps a fetcher and throws like it. Concurrent requests for the same page share one fetch. */
export function cachePages(fetcher: PageFetcher, options: PageMemoryOptions = {}): PageFetcher {
  const { keepMs = KEEP_MS, maxCharacters = MAX_CHARACTERS, maxAnswers = MAX_ANSWERS, now = Date.now } = options;
  const answers = new LRUCache<string, FetchOutcome | Promise<FetchOutcome>>({
    max: maxAnswers,
    maxSize: maxCharacters,
    sizeCalculation: (answer) => ('kind' in answer && answer.kind === 'page' ? answer.page.html.length + 1 : 1),
    ttl: keepMs,
    noUpdateTTL: true,
    perf: { now },
    ttlResolution: 0,
  });

  const ask = (url: string, how: FetchOptions): Promise<FetchOutcome> => {
    const request = fetcher.fetchPage(url, how);
    const settle = (outcome?: FetchOutcome) => {
      if (answers.peek(url) !== request) return;
      if (outcome === undefined || outcome.kind === 'could-not-look') answers.delete(url);
      else answers.set(url, outcome);
      if (outcome?.kind === 'page') outcome.page.html = '';
    };
    answers.set(url, request);
    request.then(settle, () => settle());
    return request;
  };

  return {
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
