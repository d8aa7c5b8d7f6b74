// Who vouches for users besides ourselves: Google, or any OpenID provider set in its place. In development, when none is set,
// a practice provider may be lent to the service of one database.
import type { Database } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import { invalid } from '../http/auth-error.ts';

export interface Provider {
  name: 'google';
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Only the practice provider has it: signs a made-up person in and returns where the browser goes on to. */
  signInAs?: (request: URLSearchParams, person: { name: string; email: string }) => Promise<URL>;
}

const practice = new WeakMap<Database, Provider>();

/** Lends a provider for as long as it runs; null takes it back. */
export function lendPracticeProvider(db: Database, provider: Provider | null): void {
  if (provider) practice.set(db, provider);
  else practice.delete(db);
}

/** Google's settings, or undefined when nobody can sign in that way. */
export function googleOf({ config, db }: Pick<Auth, 'config' | 'db'>): Provider | undefined {
  const { google } = config.auth;
  return google ? { name: 'google', ...google } : practice.get(db);
}

/** The provider of that name. Throws AuthError validation_failed when it is unknown or not set up. */
export function requireProvider(auth: Auth, name: string | undefined): Provider {
  const provider = name === 'google' ? googleOf(auth) : undefined;
  if (provider) return provider;
  const why =
    name === 'google' ? 'provider is not enabled' : `Provider ${(name ?? '').slice(0, 40)} could not be found`;
  throw invalid(`Unsupported provider: ${why}`);
}
