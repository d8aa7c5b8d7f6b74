// The IP address of the client: of the connection itself, or as stated by the trusted proxies in front of us.
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { Context } from '../context.ts';

/**
 * With n trusted proxies, the n-th address from the right of X-Forwarded-For; without any, the header is ignored. In-process
 * requests (tests) have no connection and count as loopback.
 */
export function clientIp(c: HonoContext, trustedProxies: number): string {
  const socket = connectionAddress(c);
  if (trustedProxies === 0) return socket;
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || socket;
}

function connectionAddress(c: HonoContext): string {
  const { incoming } = (c.env ?? {}) as { incoming?: unknown };
  return (incoming ? getConnInfo(c).remote.address : undefined) ?? '127.0.0.1';
}

/** Warns once if there seems to be a proxy that is not trusted: all users would then share one address. */
export function warnOfUntrustedProxy({ config, log }: Pick<Context, 'config' | 'log'>): MiddlewareHandler {
  let done = config.web.trustedProxies > 0;
  return (c, next) => {
    if (!done && c.req.header('x-forwarded-for') !== undefined) {
      done = true;
      log.warn(
        'X-Forwarded-For is ignored because TRUSTED_PROXIES is 0. If Zeus is behind a proxy, set it to the number of ' +
          'proxies, or everyone shares one address and one set of sign-in limits.',
      );
    }
    return next();
  };
}
