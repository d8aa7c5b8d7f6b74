// Profiles: one row per user of the product, with the balances that the ledger of credits keeps.
import type { Database, Kdb } from '../platform/db.ts';

/** Makes the user's profile unless it is there. */
export async function createProfileOnce(db: Kdb, userId: string): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The user's own profile; undefined before /user/init made it. */
export async function findOwnProfile(db: Database, userId: string) {
  const query = db.kysely.selectFrom('profiles').select(['id', 'credits', 'email_credits']).where('id', '=', userId);
  return (await db.asUser(userId, query)).rows[0];
}
