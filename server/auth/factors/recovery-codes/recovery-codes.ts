// Ten codes for when the app is lost. Each works once instead of a factor's code; only keyed hashes are stored.
import { randomInt } from 'node:crypto';
import { insertAuditEntry } from '../../audit/audit.store.ts';
import type { Auth } from '../../auth.ts';
import { AuthError } from '../../http/auth-error.ts';
import type { SignedIn } from '../../http/require-session.ts';
import { hashCode } from '../../keys/hash-secret.ts';
import { limitAccount, resetAccountLimit } from '../../limits/limit-uses.ts';
import { enqueueMail } from '../../mails/enqueue-mail.ts';
import type { OpenedSession } from '../../sessions/open-session.ts';
import { lowerSessions } from '../../sessions/sessions.store.ts';
import { lockUser } from '../../users/users.store.ts';
import { listFactors } from '../factors.store.ts';
import { raiseSession } from '../raise-session.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.store.ts';

const howMany = 10;
/** 16 characters from an alphabet of 32 are 80 bits. */
const length = 16;
/** Without i, l, o and u, which are easily misread. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Creates the user's codes, which are shown only once. `replace` invalidates the old set. Throws AuthError. */
export async function makeRecoveryCodes(
  auth: Auth,
  { user, aal, from }: SignedIn,
  { replace }: { replace: boolean },
): Promise<string[]> {
  requireAal2(aal);
  const codes = Array.from({ length: howMany }, randomRecoveryCode);
  await auth.db.kysely.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await listFactors(tx, user.id)).some(({ status }) => status === 'verified')) {
      throw new AuthError(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes cannot be the only factor');
    }
    const { total } = await countRecoveryCodes(tx, user.id);
    if (total > 0 && !replace) {
      throw new AuthError(422, 'mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them instead');
    }
    await deleteRecoveryCodes(tx, user.id);
    const hashes = codes.map((code) => hashOf(auth, user.id, code));
    await insertRecoveryCodes(tx, user.id, hashes, auth.now());
    await insertAuditEntry(tx, {
      action: 'factor_updated',
      userId: user.id,
      ip: from.ip,
      details: { recovery_codes: howMany },
    });
  });
  return codes;
}

/** Raises the session to aal2 with a recovery code and emails the owner. Throws AuthError mfa_verification_failed. */
export async function verifyRecoveryCode(auth: Auth, signedIn: SignedIn, code = ''): Promise<OpenedSession> {
  const { user, from } = signedIn;
  await limitAccount(auth, 'factor', user.id);
  const codeHash = hashOf(auth, user.id, readAsWritten(code));
  const opened = await auth.db.kysely.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await spendRecoveryCode(tx, user.id, codeHash, auth.now()))) return undefined;
    const { remaining } = await countRecoveryCodes(tx, user.id);
    if (user.email) await enqueueMail(auth, { kind: 'recovery-code-used', to: user.email, remaining }, tx);
    return raiseSession(auth, tx, signedIn, { method: 'mfa/recovery_code', factorId: null });
  });
  if (!opened) {
    await insertAuditEntry(auth.db.kysely, { action: 'verification_attempted', userId: user.id, ip: from.ip });
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
  }
  await resetAccountLimit(auth, 'factor', user.id);
  return opened;
}

/** The number of codes and of unused ones. Throws AuthError mfa_factor_not_found if there never were any. */
export async function recoveryCodesStatus({ db }: Auth, userId: string) {
  const counts = await countRecoveryCodes(db.kysely, userId);
  if (counts.total === 0) throw noCodes();
  return counts;
}

/** Removes the codes and lowers sessions opened with one to aal1. Throws AuthError. */
export async function removeRecoveryCodes(auth: Auth, { user, aal }: SignedIn): Promise<void> {
  requireAal2(aal);
  await auth.db.kysely.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    const { total } = await countRecoveryCodes(tx, user.id);
    if (total === 0) throw noCodes();
    await deleteRecoveryCodes(tx, user.id);
    await lowerSessions(tx, user.id, null);
    await insertAuditEntry(tx, { action: 'factor_unenrolled', userId: user.id, details: { recovery_codes: 0 } });
  });
}

function requireAal2(aal: string): void {
  if (aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', 'AAL2 required to change recovery codes');
}

function noCodes(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'There are no recovery codes');
}

function randomRecoveryCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Tolerates typical typing: ignores spaces, hyphens and case, reads o as 0, and i and l as 1. */
function readAsWritten(code: string): string {
  return code.slice(0, 100).toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
}

function hashOf({ config }: Auth, userId: string, code: string): Buffer {
  return hashCode(config.secret, `${userId}:recovery code`, code);
}
