// What happens after a sign-in: the first time it makes the profile and grants the trial, every other time nothing.
import { AppError } from '../../shared/errors.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { createProfileOnce, keepOffer } from '../users/profiles.store.ts';
import { addEntriesOnce, type Entry } from './credits.store.ts';

/** The foreign key from profiles to users: the account was deleted while its access token still counts. */
const noSuchUser = '23503';

export type Grants = Config['grants'];

/** Makes sure that the user has a profile, the trial, and what the offer grants. Safe any number of times, also at once.
 * Throws AppError signed-out when the account was deleted. */
export async function initUser(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { userId, offer }: { userId: string; offer?: string | null },
): Promise<void> {
  try {
    await db.kysely.transaction().execute(async (tx) => {
      await createProfileOnce(tx, userId);
      if (offer?.trim()) await keepOffer(tx, userId, offer.trim());
      await addEntriesOnce(tx, welcomeEntries(config.grants, userId, offer ?? ''));
    });
  } catch (error) {
    if ((error as { code?: string }).code !== noSuchUser) throw error;
    throw new AppError('signed-out', 'This account is no longer there.', { cause: error });
  }
}

function welcomeEntries({ trial, offers }: Grants, userId: string, offer: string): Entry[] {
  const code = offer.trim().toLowerCase();
  const granted = [{ reason: 'trial', ...trial }, ...offers.filter((one) => one.code === code).map(offerGrant)];
  return granted.flatMap(({ reason, backlink, email }) => [
    { userId, kind: 'backlink' as const, delta: backlink, reason },
    { userId, kind: 'email' as const, delta: email, reason },
  ]);
}

function offerGrant({ code, backlink, email }: Grants['offers'][number]) {
  return { reason: `offer:${code}`, backlink, email };
}
