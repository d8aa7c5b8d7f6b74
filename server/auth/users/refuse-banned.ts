import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import type { UserRow } from './users.store.ts';

export function isBanned({ now }: Auth, { banned_until }: UserRow): boolean {
  return banned_until !== null && banned_until > now();
}

/** Throws AuthError user_banned. */
export function refuseBanned(auth: Auth, user: UserRow): void {
  if (isBanned(auth, user)) throw new AuthError(403, 'user_banned', 'User is banned');
}
