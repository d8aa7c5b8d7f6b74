import { campaignDataEndpoints } from '../../shared/api/campaigns.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { findCampaign, listCampaigns } from './campaigns-data.store.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { noSuchCampaign } from './own-campaign.ts';
import { updateCampaign } from './update-campaign.ts';

export function campaignDataRoutes(ctx: Pick<Context, 'db'>) {
  return endpointRoutes(campaignDataEndpoints, {
    'GET /data/requests': ({ userId, query }) => listCampaigns(ctx.db, userId, query),
    'GET /data/requests/{id}': async ({ userId, params }) => {
      const campaign = await findCampaign(ctx.db, userId, params.id);
      if (!campaign) throw noSuchCampaign();
      return campaign;
    },
    'PATCH /data/requests/{id}': ({ userId, params, body }) => updateCampaign(ctx, { userId, ...params, ...body }),
    'DELETE /data/requests/{id}': async ({ userId, params }) => {
      await deleteCampaign(ctx, { userId, ...params });
      return undefined;
    },
  });
}
