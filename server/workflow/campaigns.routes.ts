import { Hono } from 'hono';
import { z } from 'zod';
import { emailModes } from '../../shared/campaign-values.ts';
import { AppError } from '../../shared/errors.ts';
import { searchDomain } from '../contacts/search-domain.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { maxRowsPerCall, readPathId } from '../platform/http/list-query.ts';
import { campaignForm } from './creating/campaign-form.ts';
import { createCampaign } from './creating/create-campaign.ts';
import { getBacklinks } from './steps/get-backlinks.ts';
import { getEmails } from './steps/get-emails.ts';
import { retryCampaign } from './steps/retry-campaign.ts';

type Env = { Variables: { userId: string } };

/** The rows the user saw as kept. Given, nothing is started when others are kept by now. */
const keptIds = z.array(z.uuid()).max(maxRowsPerCall).optional();

export const getBacklinksBody = z.object({ campaignId: z.uuid(), keptIds });
/**
 * With sendDataBack it is the contacts page's full domain search of one backlink. A backlinkId without it is refused: taken
 * for an order of the whole campaign it would cost much more than was meant.
 */
export const getEmailsBody = z.discriminatedUnion('sendDataBack', [
  z.object({ campaignId: z.uuid(), mode: z.literal('domain'), backlinkId: z.uuid(), sendDataBack: z.literal(true) }),
  z.strictObject({
    campaignId: z.uuid(),
    mode: z.enum(emailModes),
    keptIds,
    sendDataBack: z.literal(false).optional(),
  }),
]);

export const retryBody = z.object({ keptIds });

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
      const order = { userId: c.get('userId'), ...(await readBody(c, getBacklinksBody)) };
      return c.json({ error: false, message: await getBacklinks(ctx, order) });
    })
    .post('/campaign/get-emails', async (c) => {
      const order = { userId: c.get('userId'), ...(await readBody(c, getEmailsBody)) };
      if (order.sendDataBack) {
        const contacts = await searchDomain(ctx, { ...order, signal: c.req.raw.signal });
        return contacts ? c.json(contacts) : c.json({ pending: true } as const, 202);
      }
      await getEmails(ctx, order);
      return c.json({ ok: true } as const);
    })
    .post('/campaign/:id/retry', async (c) => {
      const body = await readBody(c, retryBody);
      await retryCampaign(ctx, { userId: c.get('userId'), campaignId: readPathId(c), ...body });
      return c.json({ ok: true });
    });
}

function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.length > maxKeyLength) throw new AppError('bad-input', 'The Idempotency-Key is too long.');
  return header;
}
