// Removes a factor: for its owner, who must pass it once more, or by the operator for a user who lost it.
import type { Tx } from '../../platform/db.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { AuthError, unknownFactor } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { lowerSessions } from '../sessions/sessions.store.ts';
import { lockUser } from '../users/users.store.ts';
import { deleteFactor, type Factor, listFactors } from './factors.store.ts';
import { deleteRecoveryCodes } from './recovery-codes/recovery-codes.store.ts';

/** Removes the user's own factor. Throws AuthError insufficient_aal if a verified one was not passed in this session. */
export async function unenrollFactor(auth: Auth, { user, aal, from }: SignedIn, factorId: string): Promise<void> {
  await auth.db.kysely.transaction().execute(async (tx) => {
    await remove(auth, tx, { userId: user.id, factorId, mayBeVerified: aal === 'aal2' });
    await insertAuditEntry(tx, { action: 'factor_unenrolled', userId: user.id, ip: from.ip });
  });
}

/** Removes a factor for the operator and returns it. Throws AuthError mfa_factor_not_found. */
export async function removeFactor(auth: Auth, userId: string, factorId: string): Promise<Factor> {
  return auth.db.kysely.transaction().execute(async (tx) => {
    const factor = await remove(auth, tx, { userId, factorId, mayBeVerified: true });
    await insertAuditEntry(tx, { action: 'factor_deleted', userId });
    return factor;
  });
}

interface Removal {
  userId: string;
  factorId: string;
  /** False if the factor must still be unverified. */
  mayBeVerified: boolean;
}

async function remove(auth: Auth, tx: Tx, { userId, factorId, mayBeVerified }: Removal): Promise<Factor> {
  const user = await lockUser(tx, userId);
  const factors = await listFactors(tx, userId);
  const factor = factors.find(({ id }) => id === factorId);
  if (!user || !factor) throw unknownFactor();
  if (factor.status === 'verified' && !mayBeVerified) {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  const isLast = !factors.some(({ id, status }) => status === 'verified' && id !== factorId);
  await lowerSessions(tx, userId, isLast ? 'anything' : factorId);
  await deleteFactor(tx, userId, factorId);
  if (isLast && factor.status === 'verified') {
    // Recovery codes replace a factor, so they go with the last one.
    await deleteRecoveryCodes(tx, userId);
    if (user.email) await enqueueMail(auth, { kind: 'two-factor-changed', to: user.email, on: false }, tx);
  }
  return factor;
}
