// Counts the words of pages by reading them, for sources that do not state the number.
import pLimit from 'p-limit';
import { toPageRecord } from '../index/crawl/page-record.ts';
import type { PageFetcher } from '../pages/fetch-page.ts';

const atOnce = 8;

interface Wish {
  minWords: number;
  /** Stops once this many are found. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/** The first pages with enough words, in the given order. Pages that cannot be read are left out. Throws the signal's reason. */
export async function keepLongPages<Page extends { urlFrom: string }>(
  fetcher: PageFetcher,
  pages: readonly Page[],
  { minWords, limit, signal }: Wish,
): Promise<Page[]> {
  if (minWords <= 0) return pages.slice(0, limit);
  const long = new Set<Page>();
  await pLimit(atOnce).map(pages, async (page) => {
    if (long.size >= limit) return;
    const outcome = await fetcher.fetchPage(page.urlFrom, signal ? { signal } : {});
    if (outcome.kind === 'page' && toPageRecord(outcome.page).words >= minWords) long.add(page);
  });
  return pages.filter((page) => long.has(page)).slice(0, limit);
}
