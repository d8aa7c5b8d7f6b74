// One row of the table of endpoints, and how it becomes a route: rate limit, bearer check, then the handler.
import type { Context as HonoContext } from 'hono';
import type { Auth } from '../auth.ts';
import { type AddressLimit, limitAddress } from '../limits/limit-uses.ts';
import { calledFrom } from './called-from.ts';
import { requireAdmin, requireSession, type SignedIn } from './require-session.ts';

export type Handler = (auth: Auth, c: HonoContext) => Response | Promise<Response>;
export type SignedInHandler = (auth: Auth, c: HonoContext, signedIn: SignedIn) => Response | Promise<Response>;

interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The rate limit that the client address uses up. */
  limit?: AddressLimit;
}

export type Endpoint = Row & ({ for: 'anyone' | 'admin'; handle: Handler } | { for: 'user'; handle: SignedInHandler });

/** The endpoint as a Hono handler. Throws AuthError if the caller is refused. */
export function serveEndpoint(auth: Auth, endpoint: Endpoint) {
  return async (c: HonoContext): Promise<Response> => {
    if (endpoint.limit) await limitAddress(auth, endpoint.limit, calledFrom(auth, c).ip);
    if (endpoint.for === 'user') return endpoint.handle(auth, c, await requireSession(auth, c));
    if (endpoint.for === 'admin') await requireAdmin(auth, c);
    return endpoint.handle(auth, c);
  };
}
