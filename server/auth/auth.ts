// What every rule of the auth service is given first: the platform, the clock, the signing keys and the password hasher.
import type { Context } from '../platform/context.ts';
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
  /** The address of this service as the world sees it; never taken from a request. */
  baseUrl: string;
  /** How long a refresh waits for another one of the same session. */
  lockWaitMs: number;
  /** After this the caller is told that it takes too long. */
  timeLimitMs: number;
}

export interface AuthOptions {
  /** The clock; tests move it instead of waiting. */
  now?: () => Date;
  /** The cost of one password hash; tests lower it. */
  hashCost?: HashCost;
  lockWaitMs?: number;
  timeLimitMs?: number;
}

const opened = new WeakMap<object, Auth>();

/** The auth service of an open platform: one per database and process. Options count when it is first asked for. */
export function authOf(parts: AuthParts, options: AuthOptions = {}): Auth {
  const known = opened.get(parts.db);
  if (known) return known;
  const { config, db, log, mail, queue } = parts;
  // A pattern that makes no sense is found at start, not at somebody's sign-in.
  for (const pattern of config.auth.redirectUrls) compilePattern(pattern);
  const { now = () => new Date(), hashCost, lockWaitMs = 5_000, timeLimitMs = 10_000 } = options;
  const auth: Auth = {
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
  opened.set(parts.db, auth);
  return auth;
}

/** The time some seconds after another. */
export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
