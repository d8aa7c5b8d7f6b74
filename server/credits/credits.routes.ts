import { creditEndpoints } from '../../shared/api/account.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { listCampaignSpending } from './credits-data.store.ts';
import { readLedger } from './read-ledger.ts';
import { initUser } from './welcome/init-user.ts';

export function creditRoutes(ctx: Pick<Context, 'db' | 'config'>) {
  return endpointRoutes(creditEndpoints, {
    'POST /api/user/init': async ({ userId, body: { offer } }) => {
      await initUser(ctx, { userId, offer });
      return { ok: true };
    },
    'GET /data/credits': ({ userId, query }) => readLedger(ctx, userId, query),
    'GET /data/credits/campaigns': ({ userId, query }) => listCampaignSpending(ctx.db, userId, query),
  });
}
