// Which icons are known, and which hosts occur in users' rows.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';

export interface KnownFavicon {
  file: string | null;
  /** Old enough to look again. */
  is_old: boolean;
}

const goodForDays = 30;
const noneForHours = 24;

export async function findKnownFavicon(db: Kdb, hostname: string): Promise<KnownFavicon | undefined> {
  const age = sql<boolean>`checked_at < now() - case when file is null
    then ${noneForHours} * interval '1 hour' else ${goodForDays} * interval '1 day' end`;
  return db
    .selectFrom('favicons')
    .select(['file', age.as('is_old')])
    .where('hostname', '=', hostname)
    .executeTakeFirst();
}

/** Whether the host occurs in a backlink or search result: only such sites are asked for their icon. */
export async function isHostInUse(db: Kdb, hostname: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from backlinks where hostname_of(url_from) = ${hostname})
      or exists (select from search_results where hostname_of(url) = ${hostname}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Null for `file`: the site has none that can be shown. */
export async function saveFavicon(db: Kdb, hostname: string, file: string | null): Promise<void> {
  const values = { file, checked_at: sql<Date>`now()` };
  await db
    .insertInto('favicons')
    .values({ hostname, ...values })
    .onConflict((conflict) => conflict.column('hostname').doUpdateSet(values))
    .execute();
}
