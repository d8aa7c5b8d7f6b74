// Sites that a user wants to count as themselves only, whatever they or others redirect to.
import type { Kdb } from '../platform/db.ts';

export async function listSeparateSites(db: Kdb, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('separate_sites').select('domain').where('user_id', '=', userId).execute();
  return new Set(rows.map(({ domain }) => domain));
}

export async function addSeparateSite(db: Kdb, userId: string, domain: string): Promise<void> {
  const site = { user_id: userId, domain };
  await db
    .insertInto('separate_sites')
    .values(site)
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function removeSeparateSite(db: Kdb, userId: string, domain: string): Promise<void> {
  await db.deleteFrom('separate_sites').where('user_id', '=', userId).where('domain', '=', domain).execute();
}
