// Shared by backlinks and Magic Search through search engines.
import type { Kdb } from '../../../platform/db.ts';
import type { BySearchLimits } from '../../../platform/settings/live-sources.ts';
import { ProviderError } from '../../provider.ts';
import type { OrganicSearch } from '../../search/organic-search.ts';
import type { Candidate } from './candidates.ts';
import { isContent, type PageContent, type PageRead } from './page-content.ts';
import type { PageReader, ReadOptions } from './page-reader.ts';

export const bySearch = 'by-search';

export interface BySearchParts {
  db: Kdb;
  searches: readonly OrganicSearch[];
  reader: PageReader;
  limits: BySearchLimits;
}

/** So many sites do not fail together by chance: the fault must be ours, so the search could not look. */
const tooManyUnreached = 5;
const comeBackSeconds = 300;

/** The pages that could be read. Throws ProviderError if none of several sites answered. */
export async function readAll(
  reader: PageReader,
  candidates: readonly Candidate[],
  options: ReadOptions,
): Promise<PageContent[]> {
  const urls = candidates.map(({ url }) => url);
  const reads = await reader.read(urls, options);
  checkReached(bySearch, reads);
  return reads.filter(isContent);
}

/** Throws ProviderError if none of several sites answered. */
export function checkReached(source: string, reads: readonly (PageRead | undefined)[]): void {
  const tried = reads.filter((read) => read !== undefined);
  if (tried.length < tooManyUnreached || tried.some((read) => read !== 'unreached')) return;
  throw new ProviderError(source, 'None of the pages found answered.', { retryAfterSeconds: comeBackSeconds });
}
