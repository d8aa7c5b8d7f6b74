import { backlinkEndpoints } from '../../shared/api/backlinks.ts';
import { backlinksFile, csvName } from '../../shared/csv.ts';
import { AppError } from '../../shared/errors.ts';
import { keywordOf, noSuchCampaign } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { answerPage } from '../platform/http/answer-page.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { streamCsv } from '../platform/http/stream-csv.ts';
import { backlinksForFile, flagBacklink, flagBacklinks, listBacklinks } from './backlinks-data.store.ts';

export function backlinkDataRoutes({ db }: Pick<Context, 'db'>) {
  return endpointRoutes(backlinkEndpoints, {
    'GET /data/backlinks': async ({ userId, query }) =>
      answerPage(await listBacklinks(db, userId, query), noSuchCampaign),
    'PATCH /data/backlinks/{id}': async ({ userId, params, body }) => {
      const row = await flagBacklink(db, userId, { ...params, ...body });
      if (!row) throw new AppError('not-found', 'There is no such backlink.');
      return row;
    },
    'PUT /data/backlinks': async ({ userId, query, body: rows }) => {
      const updated = await flagBacklinks(db, userId, { ...query, rows });
      if (updated === null) throw new AppError('not-found', 'Some of these rows do not exist. Nothing was changed.');
      return { updated };
    },
    'GET /data/campaigns/{id}/backlinks.csv': async ({ userId, params, query: { which } }, c) => {
      const what = which === 'kept' ? 'kept-backlinks' : 'backlinks';
      const name = csvName(await keywordOf(db, userId, params.id), what);
      const batches = backlinksForFile(db, userId, { campaignId: params.id, kept: which === 'kept' });
      return streamCsv(c, { name, file: backlinksFile, batches });
    },
  });
}
