// The calls about the search results of a campaign.

import { listMatcher } from '../../shared/list-filter.ts';
import type { SearchResult } from '../../shared/search-result.ts';
import { callApi } from '../platform/api.ts';
import { type KeepRow, type RowCalls, useRows } from '../platform/rows.ts';

export const searchResultCalls: RowCalls<SearchResult, KeepRow> = {
  table: 'search-results',
  noun: 'search result',
  matcher: (filter) => listMatcher('search-results', filter),
  list: (request) => callApi('GET /data/search-results', request),
  saveOne: (request) => callApi('PATCH /data/search-results/{id}', request),
  saveAll: (request) => callApi('PUT /data/search-results', request),
  selectMatching: (request) => callApi('PUT /data/search-results/selection', request),
  undo: (request) => callApi('POST /data/search-results/undo', request),
};

/** All search results of a campaign by position, including choices that are still being saved. */
export const useSearchResults = (campaignId: string, options?: { refetchInterval?: number | false }) =>
  useRows(searchResultCalls, campaignId, options);
