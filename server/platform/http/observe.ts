// Times every response for /metrics, and logs it: our own failures as errors, everything else only at debug level.
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Context } from '../context.ts';

export function observe({ log, metrics }: Pick<Context, 'log' | 'metrics'>): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    const { method, path } = c.req;
    // Of the routes that match the path, the last one reached has answered.
    metrics.httpSeconds.observe({ method, route: routePath(c), status: String(c.res.status) }, ms / 1000);
    log.debug({ method, path, status: c.res.status, ms: Math.round(ms) }, 'request');
  };
}
