import { insertAuditEntry } from '../audit/audit.store.ts';
import { type Auth, secondsAfter } from '../auth.ts';
import { lifetimes } from '../auth-settings.ts';
import type { SignedIn } from '../http/require-session.ts';
import { type Challenge, insertChallenge } from './challenges.store.ts';
import { requireFactor } from './require-factor.ts';

/** Opens the short window in which a code of the factor is accepted, from the same client address. Throws AuthError. */
export async function challengeFactor(auth: Auth, { user, from }: SignedIn, factorId: string): Promise<Challenge> {
  const factor = await requireFactor(auth, user.id, factorId);
  const now = auth.now();
  return auth.db.kysely.transaction().execute(async (tx) => {
    await insertAuditEntry(tx, { action: 'challenge_created', userId: user.id, ip: from.ip });
    const expiresAt = secondsAfter(now, lifetimes.challenge);
    return insertChallenge(tx, { factorId: factor.id, ip: from.ip, now, expiresAt });
  });
}
