import { Hono } from 'hono';
import { z } from 'zod';
import { campaignsPerRead } from '../../shared/limits.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { readPathId, readQuery } from '../platform/http/list-query.ts';
import { findCampaign, listCampaigns } from './campaigns-data.store.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { maxKeyword, tidyKeyword } from './keyword.ts';
import { noSuchCampaign } from './own-campaign.ts';
import { renameCampaign } from './rename-campaign.ts';

type Env = { Variables: { userId: string } };

export const campaignsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(campaignsPerRead).default(campaignsPerRead),
  before: z.uuid().optional(),
});

export const campaignChange = z.object({
  keyword: z.string().overwrite(tidyKeyword).min(1, 'Keyword cannot be empty').max(maxKeyword),
});

/** The part of /data that is about campaigns. */
export function campaignDataRoutes(ctx: Pick<Context, 'db'>) {
  return new Hono<Env>()
    .get('/requests', async (c) => c.json(await listCampaigns(ctx.db, c.get('userId'), readQuery(c, campaignsQuery))))
    .get('/requests/:id', async (c) => {
      const campaign = await findCampaign(ctx.db, c.get('userId'), readPathId(c));
      if (!campaign) throw noSuchCampaign();
      return c.json(campaign);
    })
    .patch('/requests/:id', async (c) => {
      const { keyword } = await readBody(c, campaignChange);
      return c.json(await renameCampaign(ctx, { userId: c.get('userId'), id: readPathId(c), keyword }));
    })
    .delete('/requests/:id', async (c) => {
      await deleteCampaign(ctx, { userId: c.get('userId'), id: readPathId(c) });
      return c.body(null, 204);
    });
}
