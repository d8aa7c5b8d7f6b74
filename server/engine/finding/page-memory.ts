// Remembers the pages read in the last minutes: the article, the people of its site and, a click later, the site's other
// addresses ask a site once. What could not be looked at is not remembered.

import type { FetchOutcome } from '../pages/fetch-outcome.ts';
import type { PageFetcher } from '../pages/fetch-page.ts';

export interface PageMemoryOptions {
  keepMs?: number;
  /** Of HTML, all pages together; what is kept of a page holds on to its text. */
  maxCharacters?: number;
  /** Answers of all kinds, pages or not. */
  maxAnswers?: number;
  now?: () => number;
}

interface Entry {
  outcome: Promise<FetchOutcome>;
  /** The same once it is there, for callers who need not wait any more. */
  settled?: FetchOutcome;
  at: number;
  characters: number;
}

// Long enough for 'Get email' and the full domain search after a campaign, short enough that a mended page is seen.
const KEEP_MS = 10 * 60_000;
const MAX_CHARACTERS = 24_000_000;
const MAX_ANSWERS = 5_000;

/** A fetcher that asks another one and throws like it. Two callers who want the same page at once share one request. */
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
        // The caller who asked may have been cut short; that is not this caller's end.
        const outcome = known.settled ?? (await known.outcome.catch(() => undefined));
        how.signal?.throwIfAborted();
        if (outcome) return outcome;
      }
      return ask(url, how);
    },
  };
}
