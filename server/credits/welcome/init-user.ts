// Runs after each sign-in. The first time, it creates the profile and grants the trial; later it does nothing. Grants require a
// mailbox that is known to be the user's and are made once per mailbox, whatever happens to the account. Users without a
// confirmed one get them, with the offer they came with, at the first sign-in after confirming it.
import { AppError } from '../../../shared/errors.ts';
import { findUser } from '../../auth/users/users.store.ts';
import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Kdb } from '../../platform/db.ts';
import { limitUser } from '../../users/limit-user.ts';
import { createProfileOnce, findOffer, saveOffer } from '../../users/profiles.store.ts';
import { addEntriesOnce } from '../credits.store.ts';
import { noteGranted } from './granted-addresses.store.ts';
import { hashAddress } from './hash-address.ts';

/** The foreign key from profiles to users: the account was deleted while its access token is still valid. */
const noSuchUser = '23503';

/** A browser calls once per sign-in; more would be guessing offer codes: 20 at once, then one a minute. */
const limit = { burst: 20, seconds: 60 };

type Parts = Pick<Context, 'db' | 'config'>;

/**
 * Ensures that the user has a profile, the trial, and what the offer grants. Idempotent, also concurrently.
 * Throws AppError signed-out if the account was deleted, too-many-requests after many attempts.
 */
export async function initUser(
  { db, config }: Parts,
  { userId, offer }: { userId: string; offer?: string | null },
): Promise<void> {
  await limitUser({ db }, { userId, what: 'init', limit });
  try {
    await db.kysely.transaction().execute(async (tx) => {
      await createProfileOnce(tx, userId);
      if (offer?.trim()) await saveOffer(tx, userId, offer.trim());
      await grantWelcome(config, tx, userId);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== noSuchUser) throw error;
    throw new AppError('signed-out', 'This account no longer exists.', { cause: error });
  }
}

async function grantWelcome(config: Config, tx: Kdb, userId: string): Promise<void> {
  const address = await findOwnAddress(tx, userId);
  if (!address) return;
  const grants = welcomeGrants(config.grants, (await findOffer(tx, userId)) ?? '');
  const reasons = grants.map(({ reason }) => reason);
  const isNew = new Set(await noteGranted(tx, { addressHash: hashAddress(config, address), reasons }));
  const entries = grants
    .filter(({ reason }) => isNew.has(reason))
    .flatMap(({ reason, backlink, email }) => [
      { userId, kind: 'backlink' as const, delta: backlink, reason },
      { userId, kind: 'email' as const, delta: email, reason },
    ]);
  await addEntriesOnce(tx, entries);
}

/** The user's confirmed address, if any. */
async function findOwnAddress(tx: Kdb, userId: string): Promise<string | null> {
  const user = await findUser(tx, userId);
  return user?.email_confirmed_at && !user.is_anonymous ? user.email : null;
}

/** Leaves out grants of zero: they must not count as granted if the settings change later. */
function welcomeGrants({ trial, offers }: Config['grants'], offer: string) {
  const code = offer.trim().toLowerCase();
  const came = offers.filter((one) => one.code === code);
  return [{ reason: 'trial', ...trial }, ...came.map((one) => ({ ...one, reason: `offer:${one.code}` }))].filter(
    ({ backlink, email }) => backlink > 0 || email > 0,
  );
}
