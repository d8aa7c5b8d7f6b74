import { Hono } from 'hono';
import type { Context } from '../platform/context.ts';
import { listCampaigns } from './campaigns.store.ts';

type Env = { Variables: { userId: string } };

/** The part of /data that is about campaigns. */
export function campaignDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>().get('/requests', async (c) => c.json(await listCampaigns(db, c.get('userId'))));
}
