// A provider's metadata (its endpoints and keys), fetched when first needed and cached for an hour.
import { LRUCache } from 'lru-cache';
import { allowInsecureRequests, ClientSecretPost, type Configuration, discovery } from 'openid-client';
import type { Database } from '../../platform/db.ts';
import { memoizeObjects } from '../../platform/memoize-objects.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import type { Provider } from './providers.ts';

/** A sign-in makes up to four requests to the provider; together they stay below the ten seconds a caller waits. */
export const requestSeconds = 2.3;

const cacheOf = memoizeObjects(
  (_db: Database) =>
    new LRUCache<string, Configuration, { auth: Auth; provider: Provider }>({
      max: 10,
      ttl: 3_600_000,
      fetchMethod: (_key, _outdated, { context: { auth, provider } }) =>
        ask(provider).catch((error: unknown) => {
          auth.log.warn({ err: error, issuer: provider.issuer }, 'the sign-in provider could not be reached');
          throw error;
        }),
      // An outdated configuration is better than none. Without one, the result of a failure is undefined.
      allowStaleOnFetchRejection: true,
    }),
);

/**
 * The provider's configuration; concurrent callers share one request. Throws AuthError unexpected_failure with 503 if it is
 * unavailable.
 */
export async function discover(auth: Auth, provider: Provider): Promise<Configuration> {
  const key = `${provider.issuer} ${provider.clientId}`;
  const configuration = await cacheOf(auth.db).fetch(key, { context: { auth, provider } });
  if (!configuration) throw providerAway(provider);
  return configuration;
}

/** 503, for a provider that does not answer. */
export function providerAway({ name }: Provider, cause?: unknown): AuthError {
  const text = `Sign-in with ${name} cannot be reached right now. Please try again in a moment.`;
  return new AuthError(503, 'unexpected_failure', text, { cause, retryAfter: 5 });
}

function ask({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  return discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
    timeout: requestSeconds,
    execute: isThisMachine(issuer) ? [allowInsecureRequests] : [],
  });
}

/** Plain http is allowed only for a provider on this machine, in development and tests. */
function isThisMachine(issuer: string): boolean {
  return /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/.test(issuer);
}
