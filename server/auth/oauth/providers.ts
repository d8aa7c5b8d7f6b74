// External identity providers: Google, or any OpenID provider configured in its place. In development, if none is configured, a
// practice provider may be registered for one database.
import type { Database } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import { invalid } from '../http/auth-error.ts';

/** Someone made up, at the practice provider. */
export interface Person {
  name: string;
  email: string;
}

export interface Provider {
  name: 'google';
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Only on the practice provider: signs a made-up person in and returns where the browser goes next. */
  signInAs?: (request: URLSearchParams, person: Person) => Promise<URL>;
}

const practice = new WeakMap<Database, Provider>();

/** Registers a provider while it runs; null removes it. */
export function setPracticeProvider(db: Database, provider: Provider | null): void {
  if (provider) practice.set(db, provider);
  else practice.delete(db);
}

/** Google's settings, or undefined if it is not available. */
export function googleOf({ config, db }: Pick<Auth, 'config' | 'db'>): Provider | undefined {
  const { google } = config.auth;
  return google ? { name: 'google', ...google } : practice.get(db);
}

/** The provider of that name. Throws AuthError validation_failed if it is unknown or not configured. */
export function requireProvider(auth: Auth, name: string | undefined): Provider {
  const provider = name === 'google' ? googleOf(auth) : undefined;
  if (provider) return provider;
  const why =
    name === 'google' ? 'provider is not enabled' : `Provider ${(name ?? '').slice(0, 40)} could not be found`;
  throw invalid(`Unsupported provider: ${why}`);
}
