import { campaignEndpoints } from '../../shared/api/campaigns.ts';
import { AppError } from '../../shared/errors.ts';
import { searchDomain } from '../contacts/search-domain.ts';
import type { Context } from '../platform/context.ts';
import { Accepted, endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { createCampaigns } from './creating/create-campaign.ts';
import { getBacklinks } from './steps/get-backlinks.ts';
import { getEmails } from './steps/get-emails.ts';
import { retryCampaign } from './steps/retry-campaign.ts';
import { stopCampaign } from './steps/stop-campaign.ts';

const maxKeyLength = 200;

/** Creates campaigns and starts their steps. */
export function campaignRoutes(ctx: Context) {
  return endpointRoutes(campaignEndpoints, {
    'POST /api/campaign/new': async ({ userId, body: form, headers }) => {
      const idempotencyKey = readIdempotencyKey(headers['idempotency-key']);
      const ids = await createCampaigns(ctx, { userId, form, idempotencyKey });
      return { id: ids[0] ?? '', ids };
    },
    'POST /api/campaign/get-backlinks': async ({ userId, body }) => ({
      error: false,
      message: await getBacklinks(ctx, { userId, ...body }),
    }),
    'POST /api/campaign/get-emails': async ({ userId, body }, c) => {
      if (body.sendDataBack) {
        const contacts = await searchDomain(ctx, { userId, ...body, signal: c.req.raw.signal });
        return contacts ?? new Accepted({ pending: true });
      }
      await getEmails(ctx, { userId, ...body });
      return { ok: true };
    },
    'POST /api/campaign/{id}/stop': async ({ userId, params, body }) => ({
      stopped: await stopCampaign(ctx, { userId, campaignId: params.id, ...body }),
    }),
    'POST /api/campaign/{id}/retry': async ({ userId, params, body }) => {
      await retryCampaign(ctx, { userId, campaignId: params.id, ...body });
      return { ok: true };
    },
  });
}

function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.length > maxKeyLength) throw new AppError('bad-input', 'The Idempotency-Key is too long.');
  return header;
}
