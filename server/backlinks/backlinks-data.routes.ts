import { backlinkEndpoints } from '../../shared/api/backlinks.ts';
import { backlinksFile, csvName } from '../../shared/csv.ts';
import { AppError } from '../../shared/errors.ts';
import { keywordOf, noSuchCampaign } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { answerPage } from '../platform/http/answer-page.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { streamCsv } from '../platform/http/stream-csv.ts';
import { backlinkSelection, backlinksForFile, changeBacklink, listBacklinks } from './backlinks-data.store.ts';
import { fullBacklinksFile } from './full-backlinks-file.ts';
import { withLeadDetails } from './lead-details.store.ts';

export function backlinkDataRoutes({ db }: Pick<Context, 'db'>) {
  const selection = backlinkSelection(db);
  return endpointRoutes(backlinkEndpoints, {
    'GET /data/backlinks': async ({ userId, query }) =>
      answerPage(await listBacklinks(db, userId, query), noSuchCampaign),
    'PATCH /data/backlinks/{id}': async ({ userId, params, body }) => {
      const row = await changeBacklink(db, userId, { ...params, ...body });
      if (!row) throw new AppError('not-found', 'There is no such backlink.');
      return row;
    },
    'PUT /data/backlinks': ({ userId, query, body: rows }) => selection.saveRows({ userId, ...query, rows }),
    'PUT /data/backlinks/selection': ({ userId, query, body }) =>
      selection.selectMatching({ userId, ...query, ...body }),
    'POST /data/backlinks/undo': ({ userId, query, body }) => selection.undo({ userId, ...query, ...body }),
    'GET /data/campaigns/{id}/backlinks.csv': async ({ userId, params, query: { which, columns } }, c) => {
      const isFull = columns === 'everything';
      const what = isFull ? 'backlinks-with-everything' : which === 'kept' ? 'kept-backlinks' : 'backlinks';
      const name = csvName(await keywordOf(db, userId, params.id), what);
      const batches = backlinksForFile(db, userId, { campaignId: params.id, kept: which === 'kept' });
      if (!isFull) return streamCsv(c, { name, file: backlinksFile, batches });
      const detailed = withLeadDetails(db, userId, { batches, leadOf: ({ id }) => id });
      return streamCsv(c, { name, file: fullBacklinksFile, batches: detailed });
    },
  });
}
