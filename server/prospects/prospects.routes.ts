import { prospectEndpoints } from '../../shared/api/prospects.ts';
import { prospectsFile } from '../../shared/csv.ts';
import { keywordOf } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { streamCsv } from '../platform/http/stream-csv.ts';
import { addSiteRules } from './add-site-rules.ts';
import { importPastOutreach } from './import-prospects.ts';
import { listProspects } from './list-prospects.ts';
import { listRuledSites } from './list-ruled-sites.ts';
import { changeProspects, prospectsForFile, undoProspectChange } from './prospects.store.ts';
import { separateSite } from './separate-site.ts';
import { countLeftOut, deleteSiteRules, listSiteRules } from './site-rules.store.ts';

export function prospectRoutes(ctx: Pick<Context, 'db'>) {
  const { db } = ctx;
  return endpointRoutes(prospectEndpoints, {
    'GET /data/prospects': ({ userId, query }) => listProspects(ctx, userId, query),
    'PATCH /data/prospects': async ({ userId, body }) => ({
      updated: await changeProspects(db.kysely, userId, body),
    }),
    'POST /data/prospects/undo': async ({ userId, body }) => ({
      updated: await undoProspectChange(db.kysely, userId, body.changeId),
    }),
    'POST /data/prospects/import': ({ userId, body }) => importPastOutreach(ctx, { userId, ...body }),
    'GET /data/prospects.csv': ({ userId, query }, c) =>
      streamCsv(c, { name: 'prospects.csv', file: prospectsFile, batches: prospectsForFile(db, userId, query) }),
    'GET /data/site-rules': ({ userId }) => listSiteRules(db, userId),
    'POST /data/site-rules': ({ userId, body }) => addSiteRules(ctx, { userId, ...body }),
    'POST /data/site-rules/remove': async ({ userId, body }) => ({
      updated: await deleteSiteRules(db, userId, body),
    }),
    'POST /data/separate-sites': ({ userId, body }) => separateSite(ctx, { userId, ...body }),
    'GET /data/requests/{id}/left-out': async ({ userId, params }) => {
      await keywordOf(db, userId, params.id);
      return countLeftOut(db, userId, params.id);
    },
    'GET /data/requests/{id}/site-rules': async ({ userId, params }) => {
      await keywordOf(db, userId, params.id);
      return listRuledSites(ctx, { userId, campaignId: params.id });
    },
  });
}
