// The calls about the search results of a campaign.
import type { SearchResult } from '../../shared/search-result.ts';
import { useRows, useSaveRows } from '../platform/rows.ts';

/** All search results of a campaign by position, including choices that are still being saved. */
export const useSearchResults = (campaignId: string, options?: { refetchInterval?: number | false }) =>
  useRows<SearchResult>('search-results', campaignId, options);

/** Returns a function that saves `keep` of any number of search results; the change shows at once. */
export const useSaveSearchResults = (campaignId: string) =>
  useSaveRows<Pick<SearchResult, 'id' | 'keep'>>('search-results', campaignId);
