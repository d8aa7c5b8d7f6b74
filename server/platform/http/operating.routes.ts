// Routes for operators and their tools: liveness, readiness and metrics.
import { Hono } from 'hono';
import { AppError } from '../../../shared/errors.ts';
import type { Context } from '../context.ts';
import { isMigrated } from '../database/migrate.ts';

export function operatingRoutes(ctx: Pick<Context, 'config' | 'db' | 'metrics'>) {
  let migrated = false;
  return new Hono()
    .get('/healthz', (c) => c.json({ ok: true }))
    .get('/readyz', async (c) => {
      if (migrated) await ctx.db.sql`select 1`;
      else migrated = await isMigrated(ctx.db);
      return c.json(
        { ready: migrated, database: 'reachable', migrations: migrated ? 'current' : 'missing' },
        migrated ? 200 : 503,
      );
    })
    .get('/metrics', async (c) => {
      const { production, web } = ctx.config;
      const allowed = web.metricsToken ? c.req.header('authorization') === `Bearer ${web.metricsToken}` : !production;
      if (!allowed) throw new AppError('not-found', 'Nothing exists at this URL.');
      c.header('Content-Type', ctx.metrics.registry.contentType);
      return c.body(await ctx.metrics.registry.metrics());
    });
}
