// The first step of two-factor: a secret for the user's app. It counts only after one of its codes was verified.
import type { Tx } from '../../platform/db.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { seal } from '../keys/seal.ts';
import { lockUser } from '../users/users.store.ts';
import { deleteUnfinishedFactors, type Factor, insertFactor, listFactors } from './factors.store.ts';
import { makeTotpKey, type TotpKey } from './totp.ts';

const atMost = 10;
const longestName = 100;
/** An unfinished enrollment is dropped at the next one after this time. */
const unfinishedSeconds = 300;

export interface Enrollment {
  factorType: string | undefined;
  friendlyName?: string;
  /** The service name shown in the app; defaults to the site's host. */
  issuer?: string;
}

/** The new factor and the key for the user's app, which is shown only once. Throws AuthError. */
export async function enrollFactor(
  auth: Auth,
  { user, aal, from }: SignedIn,
  { factorType, friendlyName = '', issuer }: Enrollment,
): Promise<{ factor: Factor; key: TotpKey }> {
  if (factorType !== 'totp') throw invalid('factor_type needs to be totp');
  if (friendlyName.length > longestName || (issuer ?? '').length > longestName) {
    throw invalid(`friendly_name and issuer cannot be longer than ${longestName} characters`);
  }
  const name = issuer || new URL(auth.config.web.siteUrl).host;
  const key = makeTotpKey({ issuer: name, account: user.email ?? user.id });
  const sealed = await seal(auth.config.secret, 'auth factor secrets', key.secret);
  const factor = await auth.db.kysely.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    await checkRoom(auth, tx, user.id, aal);
    const made = await insertFactor(tx, {
      user_id: user.id,
      friendly_name: friendlyName,
      factor_type: 'totp',
      sealed_secret: sealed,
      created_at: auth.now(),
    });
    if (!made) throw nameTaken(friendlyName);
    await insertAuditEntry(tx, { action: 'factor_in_progress', userId: user.id, ip: from.ip });
    return made;
  });
  return { factor, key };
}

async function checkRoom(auth: Auth, tx: Tx, userId: string, aal: string): Promise<void> {
  await deleteUnfinishedFactors(tx, userId, secondsAfter(auth.now(), -unfinishedSeconds));
  const factors = await listFactors(tx, userId);
  if (aal !== 'aal2' && factors.some(({ status }) => status === 'verified')) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
  if (factors.length >= atMost) {
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of enrolled factors reached');
  }
}

function nameTaken(name: string): AuthError {
  const text = `A factor with the friendly name "${name}" for this user already exists`;
  return new AuthError(422, 'mfa_factor_name_conflict', text);
}
