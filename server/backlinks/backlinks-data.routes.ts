import { Hono } from 'hono';
import { z } from 'zod';
import { backlinksFile, csvName } from '../../shared/csv.ts';
import { AppError } from '../../shared/errors.ts';
import { keywordOf, noSuchCampaign } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { answerPage, listFields, readPathId, readQuery, rowList } from '../platform/http/list-query.ts';
import { streamCsv } from '../platform/http/stream-csv.ts';
import {
  backlinkOrders,
  backlinksForFile,
  flagBacklink,
  flagBacklinks,
  listBacklinks,
} from './backlinks-data.store.ts';

type Env = { Variables: { userId: string } };

export const backlinksQuery = z.object({
  campaignId: z.uuid(),
  keep: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  ...listFields(backlinkOrders, 'desc'),
});
export const backlinkChange = z
  .object({ keep: z.boolean().optional(), screened: z.boolean().optional() })
  .refine(({ keep, screened }) => keep !== undefined || screened !== undefined, {
    message: 'Set keep, screened or both.',
  });
export const backlinkList = rowList(z.object({ id: z.uuid(), keep: z.boolean(), screened: z.boolean().optional() }));
export const backlinkListQuery = z.object({ campaignId: z.uuid() });
export const backlinksFileQuery = z.object({ which: z.enum(['all', 'kept']).default('all') });

/** The part of /data that is about backlinks. */
export function backlinkDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>()
    .get('/backlinks', async (c) => {
      const asked = readQuery(c, backlinksQuery);
      return answerPage(c, await listBacklinks(db, c.get('userId'), asked), noSuchCampaign);
    })
    .patch('/backlinks/:id', async (c) => {
      const flags = await readBody(c, backlinkChange);
      const row = await flagBacklink(db, c.get('userId'), { id: readPathId(c), ...flags });
      if (!row) throw new AppError('not-found', 'There is no such backlink.');
      return c.json(row);
    })
    .put('/backlinks', async (c) => {
      const { campaignId } = readQuery(c, backlinkListQuery);
      const rows = await readBody(c, backlinkList);
      const updated = await flagBacklinks(db, c.get('userId'), { campaignId, rows });
      if (updated === null) throw new AppError('not-found', 'Some of these rows do not exist. Nothing was changed.');
      return c.json({ updated });
    })
    .get('/campaigns/:id/backlinks.csv', async (c) => {
      const { which } = readQuery(c, backlinksFileQuery);
      const [userId, campaignId] = [c.get('userId'), readPathId(c)];
      const what = which === 'kept' ? 'kept-backlinks' : 'backlinks';
      const name = csvName(await keywordOf(db, userId, campaignId), what);
      const batches = backlinksForFile(db, userId, { campaignId, kept: which === 'kept' });
      return streamCsv(c, { name, file: backlinksFile, batches });
    });
}
