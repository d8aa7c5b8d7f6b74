// What every rule of the auth service receives: the platform, the clock, the signing keys and the password hasher.
import type { Context } from '../platform/context.ts';
import { memoizeBy } from '../platform/memoize-objects.ts';
import { compilePattern } from './http/redirect-target.ts';
import { type SigningKeys, signingKeysOf } from './keys/signing-keys.ts';
import { createPasswordHasher, type HashCost, type PasswordHasher } from './passwords/password-hasher.ts';
import { createOpenSessions, type OpenSessions } from './sessions/open-sessions.ts';

export type AuthParts = Pick<Context, 'config' | 'db' | 'log' | 'mail' | 'queue'>;

export interface Auth extends AuthParts {
  now(): Date;
  keys: SigningKeys;
  passwords: PasswordHasher;
  openSessions: OpenSessions;
  /** The public address of this service; never taken from a request. */
  baseUrl: string;
  /** How long a refresh waits for another refresh of the same session. */
  lockWaitMs: number;
  /** After this time the caller gets a timeout error. */
  timeLimitMs: number;
}

export interface AuthOptions {
  /** The clock; tests advance it instead of waiting. */
  now?: () => Date;
  /** The cost of a password hash; tests lower it. */
  hashCost?: HashCost;
  lockWaitMs?: number;
  timeLimitMs?: number;
}

/** The auth service of a platform: one per database and process. Only the options of the first call are used. */
export const authOf = memoizeBy(({ db }) => db, openAuth);

function openAuth({ config, db, log, mail, queue }: AuthParts, options: AuthOptions = {}): Auth {
  // Reports an invalid pattern at startup rather than at the first sign-in.
  for (const pattern of config.auth.redirectUrls) compilePattern(pattern);
  const { now = () => new Date(), hashCost, lockWaitMs = 5_000, timeLimitMs = 10_000 } = options;
  return {
    config,
    db,
    log,
    mail,
    queue,
    now,
    keys: signingKeysOf({ config, db, log }),
    passwords: createPasswordHasher(hashCost),
    openSessions: createOpenSessions({ kysely: db.kysely, now }),
    baseUrl: `${config.web.siteUrl}/auth/v1`,
    lockWaitMs,
    timeLimitMs,
  };
}

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
