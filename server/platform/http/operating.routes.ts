// Routes for operators and their tools: liveness, readiness and metrics.
import { operatingEndpoints } from '../../../shared/api/operating.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Context } from '../context.ts';
import { isMigrated } from '../database/migrate.ts';
import { endpointRoutes } from './endpoint-routes.ts';

export function operatingRoutes(ctx: Pick<Context, 'config' | 'db' | 'metrics'>) {
  let migrated = false;
  return endpointRoutes(operatingEndpoints, {
    'GET /healthz': () => ({ ok: true }),
    'GET /readyz': async (_input, c) => {
      if (migrated) await ctx.db.sql`select 1`;
      else migrated = await isMigrated(ctx.db);
      if (!migrated) c.status(503);
      return { ready: migrated, database: 'reachable', migrations: migrated ? 'current' : 'missing' };
    },
    'GET /metrics': async (_input, c) => {
      const { production, web } = ctx.config;
      const allowed = web.metricsToken ? c.req.header('authorization') === `Bearer ${web.metricsToken}` : !production;
      if (!allowed) throw new AppError('not-found', 'Nothing exists at this URL.');
      c.header('Content-Type', ctx.metrics.registry.contentType);
      return c.body(await ctx.metrics.registry.metrics());
    },
  });
}
