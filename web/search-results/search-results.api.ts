// The calls about the search results of a campaign.
import type { SearchResult } from '../../shared/search-result.ts';
import { useRows, useSaveRows } from '../platform/rows.ts';

/** All search results of a campaign by their position, with choices that are still being saved. */
export const useSearchResults = (campaignId: string, options?: { refetchInterval?: number | false }) =>
  useRows<SearchResult>('search-results', campaignId, options);

/** Gives a function that saves `keep` of any number of search results; they show at once. */
export const useSaveSearchResults = (campaignId: string) =>
  useSaveRows<Pick<SearchResult, 'id' | 'keep'>>('search-results', campaignId);
