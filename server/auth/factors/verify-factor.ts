// Codes from the user's app. A challenge opens the window in which one is accepted; verifying it finishes an enrollment and raises
// the session to aal2. A code works once.
import { insertAuditEntry } from '../audit/audit.store.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import { AuthError, invalid, unknownFactor } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { isUuid } from '../http/read-fields.ts';
import type { SignedIn } from '../http/require-session.ts';
import { unseal } from '../keys/seal.ts';
import { limitAccount, resetAccountLimit } from '../limits/limit-uses.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import type { OpenedSession } from '../sessions/open-session.ts';
import { lockUser } from '../users/users.store.ts';
import { type Challenge, deleteChallengesOf, insertChallenge, spendChallengeTry } from './challenges.store.ts';
import { acceptStep, deleteOtherUnverified, type Factor, findFactor, listFactors } from './factors.store.ts';
import { raiseSession } from './raise-session.ts';
import { matchStep } from './totp.ts';

/** Opens the short window in which a code of the factor is accepted, from the same client address. Throws AuthError. */
export async function challengeFactor(auth: Auth, { user, from }: SignedIn, factorId: string): Promise<Challenge> {
  const factor = await requireFactor(auth, user.id, factorId);
  const now = auth.now();
  return auth.db.kysely.transaction().execute(async (tx) => {
    await insertAuditEntry(tx, { action: 'challenge_created', userId: user.id, ip: from.ip });
    const expires_at = secondsAfter(now, lifetimes.challenge);
    return insertChallenge(tx, { factor_id: factor.id, ip: from.ip, created_at: now, expires_at });
  });
}

/** The user's own factor. Throws AuthError mfa_factor_not_found, also for another user's factor. */
async function requireFactor({ db }: Auth, userId: string, factorId: string): Promise<Factor> {
  const factor = await findFactor(db.kysely, userId, factorId);
  if (!factor) throw unknownFactor();
  return factor;
}

interface FactorCode {
  factorId: string;
  challengeId: string | undefined;
  code: string | undefined;
}

/** The session at aal2 with new tokens. Throws AuthError and leaves the session unchanged. */
export async function verifyFactor(auth: Auth, signedIn: SignedIn, given: FactorCode): Promise<OpenedSession> {
  const { user, from } = signedIn;
  if (!given.code) throw invalid('Code needs to be non-empty');
  const factor = await requireFactor(auth, user.id, given.factorId);
  await limitAccount(auth, 'factor', user.id);
  await spendChallenge(auth, factor, given.challengeId, from);
  const step = matchStep(await secretOf(auth, factor), given.code, auth.now());
  if (step === undefined) throw await wrongCode(auth, user.id, from);
  const opened = await auth.db.kysely.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    const before = await listFactors(tx, user.id);
    checkMayVerify(before, factor, signedIn);
    if (!(await acceptStep(tx, factor.id, step))) return undefined;
    await deleteChallengesOf(tx, factor.id);
    await deleteOtherUnverified(tx, user.id, factor.id);
    const wasOn = before.some(({ status }) => status === 'verified');
    if (!wasOn && user.email) await enqueueMail(auth, { kind: 'two-factor-changed', to: user.email, on: true }, tx);
    await insertAuditEntry(tx, { action: 'factor_updated', userId: user.id, ip: from.ip });
    return raiseSession(auth, tx, signedIn, { method: 'totp', factorId: factor.id });
  });
  if (!opened) throw await wrongCode(auth, user.id, from);
  await resetAccountLimit(auth, 'factor', user.id);
  return opened;
}

async function spendChallenge(auth: Auth, factor: Factor, challengeId: string | undefined, from: CalledFrom) {
  const known = challengeId && isUuid(challengeId);
  const challenge = known ? await spendChallengeTry(auth.db.kysely, factor.id, challengeId) : undefined;
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.expires_at <= auth.now() || challenge.tries_left < 0) {
    const text = 'MFA challenge has expired, verify against another challenge or create a new challenge.';
    throw new AuthError(422, 'mfa_challenge_expired', text);
  }
  if (challenge.ip !== from.ip) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
}

/** Sealed with ZEUS_SECRET: if that changes, the user needs a recovery code or the operator's help. */
async function secretOf({ config, log }: Auth, factor: Factor): Promise<string> {
  try {
    return await unseal<string>(config.secret, 'auth factor secrets', factor.sealed_secret);
  } catch (error) {
    log.error({ err: error, factorId: factor.id }, 'the secret of a factor cannot be opened');
    throw new AuthError(
      422,
      'mfa_verification_failed',
      'This factor can no longer be checked. Please contact support.',
    );
  }
}

async function wrongCode({ db }: Auth, userId: string, { ip }: CalledFrom): Promise<AuthError> {
  await insertAuditEntry(db.kysely, { action: 'verification_attempted', userId, ip });
  return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
}

/** An unverified factor cannot be used instead of a verified one. */
function checkMayVerify(factors: Factor[], factor: Factor, { aal }: SignedIn): void {
  const others = factors.some(({ id, status }) => status === 'verified' && id !== factor.id);
  const own = factors.find(({ id }) => id === factor.id);
  if (own?.status === 'unverified' && others && aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor');
  }
}
