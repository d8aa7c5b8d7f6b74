// What the service stores about where a call came from.
import type { Context as HonoContext } from 'hono';
import { clientIp } from '../../platform/http/client-ip.ts';
import type { Auth } from '../auth.ts';

export interface CalledFrom {
  ip: string;
  userAgent: string | null;
}

const userAgentAtMost = 300;

export function calledFrom({ config }: Auth, c: HonoContext): CalledFrom {
  return {
    ip: clientIp(c, config.web.trustedProxies).slice(0, 64),
    userAgent: c.req.header('user-agent')?.slice(0, userAgentAtMost) ?? null,
  };
}
