// The protocol's user object. Built field by field, so no other column can ever leak.
import type { FactorRow, IdentityRow, User } from './users.store.ts';

export function userBody(user: User) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: user.role,
    email: user.email ?? '',
    phone: '',
    ...whenSet({
      email_confirmed_at: time(user.email_confirmed_at),
      confirmed_at: time(user.email_confirmed_at),
      confirmation_sent_at: time(user.confirmation_sent_at),
      invited_at: time(user.invited_at),
      recovery_sent_at: time(user.recovery_sent_at),
      new_email: user.new_email,
      email_change_sent_at: time(user.email_change_sent_at),
      reauthentication_sent_at: time(user.reauthentication_sent_at),
      last_sign_in_at: time(user.last_sign_in_at),
      banned_until: time(user.banned_until),
      deleted_at: time(user.deleted_at),
      factors: user.factors.length > 0 ? user.factors.map(factorBody) : null,
    }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: user.identities.map(identityBody),
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    is_anonymous: user.is_anonymous,
  };
}

function identityBody(identity: IdentityRow) {
  const data = identity.identity_data as { email?: string };
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: time(identity.last_sign_in_at),
    created_at: time(identity.created_at),
    updated_at: time(identity.updated_at),
    ...whenSet({ email: data.email?.toLowerCase() ?? null }),
  };
}

export function factorBody(factor: FactorRow) {
  return {
    id: factor.id,
    ...whenSet({ friendly_name: factor.friendly_name || null }),
    factor_type: factor.factor_type,
    status: factor.status,
    phone: null,
    created_at: time(factor.created_at),
    updated_at: time(factor.updated_at),
    last_challenged_at: time(factor.last_challenged_at),
  };
}

/** In rows nested in JSON, times are strings. */
function time(value: Date | string | null): string | null {
  return value === null ? null : new Date(value).toISOString();
}

function whenSet<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<T>;
}
