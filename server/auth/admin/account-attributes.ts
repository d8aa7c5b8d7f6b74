// What the operator may set on any account: the fields of POST and PUT /admin/users.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { type Auth, secondsAfter } from '../auth.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import { flag, isUuid, metadata, readFields, text } from '../http/read-fields.ts';
import { checkImportedHash } from '../passwords/password-hasher.ts';
import { checkPasswordRules } from '../passwords/password-rules.ts';
import { parseEmail } from '../users/email-address.ts';

export interface AccountAttributes {
  id?: string;
  email?: string;
  passwordHash?: string;
  emailConfirm: boolean;
  userMetadata?: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  role?: string;
  bannedUntil?: Date | null;
}

const fields = z.object({
  id: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  role: text,
  ban_duration: text,
});

/** Parses and validates them, for a new account or the one with this address. Throws AuthError. */
export async function readAttributes(
  auth: Auth,
  c: HonoContext,
  currentEmail?: string | null,
): Promise<AccountAttributes> {
  const given = await readFields(c, fields);
  if (given.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (given.password && given.password_hash) throw invalid('Only a password or a password hash should be provided');
  if (given.id && !isUuid(given.id)) throw invalid('ID must conform to the uuid format');
  if (given.role && !/^[a-z_]{1,40}$/.test(given.role)) throw invalid('A role can only have lowercase letters and _');
  return {
    id: given.id?.toLowerCase(),
    email: given.email ? parseEmail(given.email) : undefined,
    passwordHash: await hashOf(auth, given, currentEmail),
    emailConfirm: given.email_confirm ?? false,
    userMetadata: given.user_metadata,
    appMetadata: withoutProviders(given.app_metadata),
    role: given.role || undefined,
    bannedUntil: parseBan(auth, given.ban_duration),
  };
}

interface GivenPassword {
  password?: string;
  password_hash?: string;
  email?: string;
}

async function hashOf(
  auth: Auth,
  given: GivenPassword,
  currentEmail: string | null | undefined,
): Promise<string | undefined> {
  if (given.password_hash) return checkImportedHash(given.password_hash);
  if (!given.password) return undefined;
  checkPasswordRules(given.password, given.email, currentEmail);
  return auth.passwords.hash(given.password);
}

/** Providers are derived from the user's identities and cannot be set. */
function withoutProviders(given: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (!given) return undefined;
  const { provider: _, providers: __, ...rest } = given;
  return rest;
}

const unitSeconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };
const longestSeconds = 200 * 365 * 24 * 3600;

/** When a ban of a duration such as "1h30m" ends; null for "none", undefined if not given. Throws AuthError. */
function parseBan(auth: Auth, given: string | undefined): Date | null | undefined {
  if (!given) return undefined;
  if (given === 'none') return null;
  if (!/^(\d{1,10}(\.\d{1,9})?(h|ms|m|s))+$/.test(given)) throw badDuration();
  const parts = given.matchAll(/([\d.]+)(h|ms|m|s)/g);
  const seconds = [...parts].reduce(
    (sum, [, figure, unit]) => sum + Number(figure) * (unitSeconds[unit ?? ''] ?? 0),
    0,
  );
  if (seconds > longestSeconds) throw badDuration();
  return secondsAfter(auth.now(), seconds);
}

function badDuration() {
  return invalid('invalid format for ban duration: write it like 24h, 1h30m or none');
}
