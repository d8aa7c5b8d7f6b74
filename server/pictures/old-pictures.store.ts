// Which pictures are old, and which files no row refers to any more.
import { sql } from 'kysely';
import { detachScreenshots } from '../backlinks/screenshot-columns.store.ts';
import type { Kdb } from '../platform/db.ts';

/** Their backlinks lose the picture; a screen that shows one requests it again. */
export async function removeOldScreenshots(db: Kdb, days: number, limit: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('screenshots')
      .select('id')
      .where('wanted_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
      .orderBy('wanted_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await detachScreenshots(tx, ids);
    await tx.deleteFrom('screenshots').where('id', 'in', ids).execute();
    return ids.length;
  });
}

export async function removeOldFavicons(db: Kdb, days: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('favicons')
    .select('hostname')
    .where('checked_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .orderBy('checked_at')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('favicons')
    .where('hostname', '=', sql<string>`any (array(${old}))`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Has the clean-up look at the file after the usual time, not before. */
export async function noteLeftover(db: Kdb, name: string): Promise<void> {
  await db
    .insertInto('picture_leftovers')
    .values({ file: name })
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ since: sql`now()` }))
    .execute();
}

/** Names of files abandoned that long ago, oldest first. */
export async function listLeftovers(db: Kdb, seconds: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('picture_leftovers')
    .select('file')
    .where('since', '<=', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .orderBy('since')
    .limit(limit)
    .execute();
  return rows.map(({ file }) => file);
}

export async function forgetLeftovers(db: Kdb, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('picture_leftovers').where('file', 'in', names).execute();
}

/** Those names that no row refers to. */
export async function findUnusedFiles(db: Kdb, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct name from unnest(${[...names]}::text[]) as n (name)
    where not exists (select from screenshots where file = name)
      and not exists (select from screenshots where small_file = name)
      and not exists (select from screenshots where image_file = name)
      and not exists (select from link_checks where file = name)
      and not exists (select from favicons where file = name)`.execute(db);
  return rows.map(({ name }) => name);
}
