// The search results of a campaign.
import { z } from 'zod';
import { searchResult } from '../search-result.ts';
import type { Endpoints } from './endpoint.ts';
import { listFields, pathId, totalCount } from './fields.ts';
import { savesRows, selectsMatching, undoesSelection } from './selection.ts';

const tag = 'Search results';

/** The first is the default. */
export const searchResultOrders = [
  'position',
  'domain_rating',
  'url_rating',
  'referring_domains',
  'dofollow_backlinks',
  'search_traffic',
  'title',
] as const;

export const searchResultEndpoints = {
  'GET /data/search-results': {
    operationId: 'listSearchResults',
    tag,
    summary: 'List search results',
    description:
      'The search results of a campaign, by position. A rating, traffic or value of -1 means unknown. Without a limit, the whole list is returned, up to 10,000 rows.',
    query: z.object({ campaignId: z.uuid(), ...listFields(searchResultOrders) }),
    responses: { 200: { description: 'The rows.', schema: z.array(searchResult), headers: totalCount } },
    errors: ['not-found'],
  },
  'PATCH /data/search-results/{id}': {
    operationId: 'updateSearchResult',
    tag,
    summary: 'Select or deselect a search result',
    params: z.object({ id: pathId('The search result.') }),
    body: z.object({ keep: z.boolean() }),
    responses: { 200: { description: 'The changed row.', schema: searchResult } },
  },
  'PUT /data/search-results': savesRows(
    { tag, operationId: 'updateSearchResults', rows: 'search results' },
    z.object({ id: z.uuid(), keep: z.boolean() }),
  ),
  'PUT /data/search-results/selection': selectsMatching({
    tag,
    operationId: 'selectSearchResults',
    rows: 'search results',
  }),
  'POST /data/search-results/undo': undoesSelection({
    tag,
    operationId: 'undoSearchResultSelection',
    rows: 'search results',
  }),
} satisfies Endpoints;
