import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import { type Factor, findFactor } from './factors.store.ts';

/** The user's own factor. Throws AuthError mfa_factor_not_found, also for another user's factor. */
export async function requireFactor({ db }: Auth, userId: string, factorId: string): Promise<Factor> {
  const factor = await findFactor(db.kysely, userId, factorId);
  if (!factor) throw unknownFactor();
  return factor;
}

export function unknownFactor(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');
}
