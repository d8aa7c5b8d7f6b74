import { creditEndpoints } from '../../shared/api/account.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { listEntries } from './credits-data.store.ts';
import { entryLabel } from './entry-label.ts';
import { initUser } from './welcome/init-user.ts';

export function creditRoutes(ctx: Pick<Context, 'db' | 'config'>) {
  return endpointRoutes(creditEndpoints, {
    'POST /api/user/init': async ({ userId, body: { offer } }) => {
      await initUser(ctx, { userId, offer });
      return { ok: true };
    },
    'GET /data/credits': async ({ userId, query }) => {
      const entries = await listEntries(ctx.db, userId, query);
      return entries.map(({ details, ...entry }) => ({ ...entry, label: entryLabel({ ...entry, details }) }));
    },
  });
}
