import { priceEndpoints } from '../../../shared/api/prices.ts';
import type { Context } from '../../platform/context.ts';
import { endpointRoutes } from '../../platform/http/endpoint-routes.ts';
import { priceBacklinks } from './backlink-price.ts';
import { priceEmails } from './email-price.ts';
import { priceMagic } from './magic-price.ts';
import { priceRetry } from './retry-price.ts';

export function priceRoutes(ctx: Pick<Context, 'db'>) {
  return endpointRoutes(priceEndpoints, {
    'GET /data/magic-price': ({ userId }) => priceMagic(ctx, userId),
    'GET /data/campaigns/{id}/backlink-price': ({ userId, params }) =>
      priceBacklinks(ctx, { userId, campaignId: params.id }),
    'GET /data/campaigns/{id}/email-price': ({ userId, params, query }) =>
      priceEmails(ctx, { userId, campaignId: params.id, ...query }),
    'GET /data/campaigns/{id}/retry-price': ({ userId, params }) => priceRetry(ctx, { userId, campaignId: params.id }),
  });
}
