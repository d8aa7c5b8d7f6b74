// Caches the pages read in the last minutes, so that the article, the search for people and a later click on "Get email"
// fetch them once. Failed fetches are not cached.

import type { FetchOutcome } from '../pages/fetch-outcome.ts';
import type { PageFetcher } from '../pages/fetch-page.ts';

export interface PageMemoryOptions {
  keepMs?: number;
  /** Total HTML of all cached pages; a cached page keeps its whole text alive. */
  maxCharacters?: number;
  /** Number of cached answers of any kind. */
  maxAnswers?: number;
  now?: () => number;
}

interface Entry {
  outcome: Promise<FetchOutcome>;
  /** The same, once it has arrived, for callers who no longer need to wait. */
  settled?: FetchOutcome;
  at: number;
  characters: number;
}

// Long enough for 'Get email' and the full domain search after a campaign, short enough to notice a repaired page.
const KEEP_MS = 10 * 60_000;
const MAX_CHARACTERS = 24_000_000;
const MAX_ANSWERS = 5_000;

/** Wraps a fetcher and throws like it. Concurrent requests for the same page share one fetch. */
export function cachePages(fetcher: PageFetcher, options: PageMemoryOptions = {}): PageFetcher {
  const { keepMs = KEEP_MS, maxCharacters = MAX_CHARACTERS, maxAnswers = MAX_ANSWERS, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  let characters = 0;

  const forget = (url: string, entry: Entry) => {
    if (entries.get(url) !== entry) return;
    entries.delete(url);
    characters -= entry.characters;
  };
  const shrink = () => {
    for (const [oldest, known] of entries) {
      if (characters <= maxCharacters && entries.size <= maxAnswers) break;
      forget(oldest, known);
    }
  };
  const settle = (url: string, entry: Entry, outcome: FetchOutcome) => {
    if (outcome.kind === 'could-not-look') return forget(url, entry);
    entry.settled = outcome;
    if (outcome.kind !== 'page' || entries.get(url) !== entry) return undefined;
    entry.characters = outcome.page.html.length;
    characters += entry.characters;
    outcome.page.html = '';
    shrink();
    return undefined;
  };
  const ask = (url: string, how: Parameters<PageFetcher['fetchPage']>[1]): Promise<FetchOutcome> => {
    const entry: Entry = { outcome: fetcher.fetchPage(url, how), at: now(), characters: 0 };
    entries.set(url, entry);
    shrink();
    entry.outcome.then(
      (outcome) => settle(url, entry, outcome),
      () => forget(url, entry),
    );
    return entry.outcome;
  };

  return {
    async fetchPage(url, how = {}) {
      if (how.conditions) return fetcher.fetchPage(url, how);
      const known = entries.get(url);
      if (known && now() - known.at > keepMs) forget(url, known);
      else if (known) {
        // The first caller may have been aborted, which must not end this one.
        const outcome = known.settled ?? (await known.outcome.catch(() => undefined));
        how.signal?.throwIfAborted();
        if (outcome) return outcome;
      }
      return ask(url, how);
    },
  };
}
