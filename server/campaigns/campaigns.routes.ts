import { Hono } from 'hono';
import { z } from 'zod';
import { emailModes } from '../../shared/campaign.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { readPathId } from '../platform/http/list-query.ts';
import { campaignForm } from './creating/campaign-form.ts';
import { createCampaign } from './creating/create-campaign.ts';
import { getBacklinks } from './get-backlinks.ts';
import { getEmails } from './get-emails.ts';
import { retryCampaign } from './retry-campaign.ts';

type Env = { Variables: { userId: string } };

export const getBacklinksBody = z.object({ campaignId: z.uuid() });
export const getEmailsBody = z.object({ campaignId: z.uuid(), mode: z.enum(emailModes) });

const maxKeyLength = 200;

/** The calls of /api that make campaigns and move them on. */
export function campaignRoutes(ctx: Context) {
  return new Hono<Env>()
    .post('/campaign/new', async (c) => {
      const form = await readBody(c, campaignForm);
      const idempotencyKey = readIdempotencyKey(c.req.header('idempotency-key'));
      return c.json({ id: await createCampaign(ctx, { userId: c.get('userId'), form, idempotencyKey }) });
    })
    .post('/campaign/get-backlinks', async (c) => {
      const { campaignId } = await readBody(c, getBacklinksBody);
      return c.json({ error: false, message: await getBacklinks(ctx, { userId: c.get('userId'), campaignId }) });
    })
    .post('/campaign/get-emails', async (c) => {
      const order = await readBody(c, getEmailsBody);
      await getEmails(ctx, { userId: c.get('userId'), ...order });
      return c.json({ ok: true });
    })
    .post('/campaign/:id/retry', async (c) => {
      await retryCampaign(ctx, { userId: c.get('userId'), campaignId: readPathId(c) });
      return c.json({ ok: true });
    });
}

function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.length > maxKeyLength) throw new AppError('bad-input', 'The Idempotency-Key is too long.');
  return header;
}
