// Profiles: one row per user of the product, with the balances that the ledger maintains.
import type { SearchPlace } from '../../shared/search-place.ts';
import type { Database, Kdb } from '../platform/db.ts';

/** Creates the user's profile if it is missing. */
export async function createProfileOnce(db: Kdb, userId: string): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the offer a user came with; a later one replaces it. */
export async function saveOffer(db: Kdb, userId: string, offer: string): Promise<void> {
  await db.updateTable('profiles').set({ offer }).where('id', '=', userId).execute();
}

/** The offer the user came with, if any. */
export async function findOffer(db: Kdb, userId: string): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('offer').where('id', '=', userId).executeTakeFirst();
  return row?.offer ?? null;
}

/** Stores where the user last searched, as the default for the next form. */
export async function saveSearchPlace(db: Kdb, userId: string, { country, language }: SearchPlace): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ search_country: country, search_language: language })
    .where('id', '=', userId)
    .execute();
}

/** The user's own profile; undefined until /user/init has created it. */
export async function findOwnProfile(db: Database, userId: string) {
  const query = db.kysely
    .selectFrom('profiles')
    .select(['id', 'credits', 'email_credits', 'search_country', 'search_language'])
    .where('id', '=', userId);
  return (await db.asUser(userId, query)).rows[0];
}
