// Reads pages to count their words and look for some, for sources that do neither.
import pLimit from 'p-limit';
import { toPageRecord } from '../index/crawl/page-record.ts';
import type { PageFetcher } from '../pages/fetch-page.ts';
import { hasWords } from './has-words.ts';

const atOnce = 8;

interface PageFilter {
  minWords: number;
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  /** Stops once this many are found. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/** Whether pages have to be read to know. */
export const mustRead = ({ minWords, include = [], exclude = [] }: Omit<PageFilter, 'limit'>) =>
  minWords > 0 || include.length + exclude.length > 0;

/** The first pages with enough words, and with and without the given ones, in the given order. Pages that cannot be read are left out. Throws the signal's reason. */
export async function keepLongPages<Page extends { urlFrom: string }>(
  fetcher: PageFetcher,
  pages: readonly Page[],
  { minWords, limit, signal, ...words }: PageFilter,
): Promise<Page[]> {
  if (!mustRead({ minWords, ...words })) return pages.slice(0, limit);
  const long = new Set<Page>();
  await pLimit(atOnce).map(pages, async (page) => {
    if (long.size >= limit) return;
    const outcome = await fetcher.fetchPage(page.urlFrom, { signal });
    if (outcome.kind !== 'page') return;
    const { words: count, title, description, headings, body } = toPageRecord(outcome.page);
    if (count >= minWords && hasWords([title, description, headings, body].join('\n'), words)) long.add(page);
  });
  return pages.filter((page) => long.has(page)).slice(0, limit);
}
