// Creates an account with an address, for sign-up, a first sign-in by email, and the operator.
import type { Tx } from '../../../platform/db.ts';
import { insertAuditEntry } from '../../audit/audit.store.ts';
import type { Auth } from '../../auth.ts';
import { AuthError } from '../../http/auth-error.ts';
import { newUserId } from '../../users/new-user-id.ts';
import { emailFacts, mergeMetadata } from '../../users/user-metadata.ts';
import { type IdentityRow, insertIdentity, insertUser, type User } from '../../users/users.store.ts';

/** Throws AuthError signup_disabled if the operator has turned sign-ups off. */
export function requireSignUpAllowed({ config }: Auth): void {
  if (!config.auth.signup) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
}

interface NewEmailUser {
  /** Set by the operator; otherwise generated. */
  id?: string;
  email: string;
  passwordHash: string | null;
  data?: Record<string, unknown>;
  /** True if the operator vouches for the address. */
  confirmed?: boolean;
  ip?: string;
}

/** The account as it would be created, not yet in the database. Throws AuthError if the data is too large. */
export function draftEmailUser(
  now: Date,
  { email, passwordHash, data, confirmed = false, ...given }: NewEmailUser,
): User {
  const id = given.id ?? newUserId(now);
  const facts = emailFacts({ id, email, verified: confirmed });
  const times = { created_at: now, updated_at: now };
  const identity: IdentityRow = {
    id: newUserId(now),
    user_id: id,
    provider: 'email',
    provider_id: id,
    identity_data: facts,
    last_sign_in_at: now,
    ...times,
  };
  return {
    ...emptyUser,
    id,
    email,
    password_hash: passwordHash,
    email_confirmed_at: confirmed ? now : null,
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...mergeMetadata({}, data), ...facts },
    ...times,
    identities: [identity],
    factors: [],
  };
}

/** Inserts a drafted account; returns false if its address is taken. */
export async function keepEmailUser(tx: Tx, { identities, factors: _, ...row }: User, ip?: string): Promise<boolean> {
  if (!(await insertUser(tx, row))) return false;
  for (const identity of identities) await insertIdentity(tx, identity);
  await insertAuditEntry(tx, { action: 'user_signedup', userId: row.id, ip, details: { provider: 'email' } });
  return true;
}

/** Returns the id, or undefined if the address is taken. Throws AuthError if the data is too large. */
export async function createEmailUser(auth: Auth, tx: Tx, user: NewEmailUser): Promise<string | undefined> {
  const draft = draftEmailUser(auth.now(), user);
  return (await keepEmailUser(tx, draft, user.ip)) ? draft.id : undefined;
}

const emptyUser = {
  role: 'authenticated',
  email_confirmed_at: null,
  invited_at: null,
  recovery_sent_at: null,
  reauthentication_sent_at: null,
  new_email: null,
  email_change_sent_at: null,
  email_change_agreed: null,
  last_sign_in_at: null,
  banned_until: null,
  deleted_at: null,
  is_anonymous: false,
};
