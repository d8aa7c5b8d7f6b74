// A provider's metadata (its endpoints and keys), fetched when first needed and cached for an hour.
import { allowInsecureRequests, ClientSecretPost, type Configuration, discovery } from 'openid-client';
import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import type { Provider } from './providers.ts';

/** A sign-in makes up to four requests to the provider; together they stay below the ten seconds a caller waits. */
export const requestSeconds = 2.3;
const keepMs = 3_600_000;

interface Kept {
  configuration: Configuration;
  at: number;
}

const kept = new WeakMap<object, Map<string, Kept>>();
const asking = new WeakMap<object, Map<string, Promise<Configuration>>>();

/** The provider's configuration. Throws AuthError unexpected_failure with 503 if it is unavailable. */
export async function discover(auth: Auth, provider: Provider): Promise<Configuration> {
  const known = mapOf(kept, auth.db);
  const key = `${provider.issuer} ${provider.clientId}`;
  const before = known.get(key);
  if (before && performance.now() - before.at < keepMs) return before.configuration;
  try {
    const configuration = await askOnce(auth, provider, key);
    known.set(key, { configuration, at: performance.now() });
    return configuration;
  } catch (error) {
    auth.log.warn({ err: error, issuer: provider.issuer }, 'the sign-in provider could not be reached');
    // An outdated configuration is better than none.
    if (before) return before.configuration;
    throw providerAway(provider, error);
  }
}

/** 503, for a provider that does not answer. */
export function providerAway({ name }: Provider, cause: unknown): AuthError {
  const text = `Sign-in with ${name} cannot be reached right now. Please try again in a moment.`;
  return new AuthError(503, 'unexpected_failure', text, { cause, retryAfter: 5 });
}

/** Concurrent callers share one request. */
function askOnce(auth: Auth, provider: Provider, key: string): Promise<Configuration> {
  const open = mapOf(asking, auth.db);
  const question = open.get(key) ?? ask(provider).finally(() => open.delete(key));
  open.set(key, question);
  return question;
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

function mapOf<Value>(maps: WeakMap<object, Map<string, Value>>, key: object): Map<string, Value> {
  const map = maps.get(key) ?? new Map<string, Value>();
  maps.set(key, map);
  return map;
}
