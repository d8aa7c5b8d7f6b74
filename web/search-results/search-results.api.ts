// The calls about the search results of a campaign.
import type { SearchResult } from '../../shared/search-result.ts';
import { callApi } from '../platform/api.ts';
import { type KeepRow, type RowCalls, useRows, useSaveRows } from '../platform/rows.ts';

const searchResultCalls: RowCalls<SearchResult, KeepRow> = {
  table: 'search-results',
  list: (request) => callApi('GET /data/search-results', request),
  saveOne: (request) => callApi('PATCH /data/search-results/{id}', request),
  saveAll: (request) => callApi('PUT /data/search-results', request),
};

/** All search results of a campaign by position, including choices that are still being saved. */
export const useSearchResults = (campaignId: string, options?: { refetchInterval?: number | false }) =>
  useRows(searchResultCalls, campaignId, options);

/** Returns a function that saves `keep` of any number of search results; the change shows at once. */
export const useSaveSearchResults = (campaignId: string) => useSaveRows(searchResultCalls, campaignId);
