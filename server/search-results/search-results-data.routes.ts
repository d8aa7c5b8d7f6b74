import { searchResultEndpoints } from '../../shared/api/search-results.ts';
import { AppError } from '../../shared/errors.ts';
import { noSuchCampaign } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { answerPage } from '../platform/http/answer-page.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { keepSearchResult, listSearchResults, searchResultSelection } from './search-results-data.store.ts';

export function searchResultDataRoutes({ db }: Pick<Context, 'db'>) {
  const selection = searchResultSelection(db);
  return endpointRoutes(searchResultEndpoints, {
    'GET /data/search-results': async ({ userId, query }) =>
      answerPage(await listSearchResults(db, userId, query), noSuchCampaign),
    'PATCH /data/search-results/{id}': async ({ userId, params, body }) => {
      const row = await keepSearchResult(db, userId, { ...params, ...body });
      if (!row) throw new AppError('not-found', 'There is no such search result.');
      return row;
    },
    'PUT /data/search-results': ({ userId, query, body: rows }) => selection.saveRows({ userId, ...query, rows }),
    'PUT /data/search-results/selection': ({ userId, query, body }) =>
      selection.selectMatching({ userId, ...query, ...body }),
    'POST /data/search-results/undo': ({ userId, query, body }) => selection.undo({ userId, ...query, ...body }),
  });
}
