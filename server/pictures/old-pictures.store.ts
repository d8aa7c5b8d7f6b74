// Which pictures are old, and which files no row names any more.
import { sql } from 'kysely';
import type { Kdb } from '../platform/db.ts';

export interface Removed {
  files: string[];
}

/** Their backlinks have no picture any more; a screen that shows one of them asks for it anew. */
export async function removeOldScreenshots(db: Kdb, days: number, limit: number): Promise<Removed[]> {
  return db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('screenshots')
      .select('id')
      .where('wanted_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (old.length === 0) return [];
    const ids = old.map(({ id }) => id);
    await tx
      .updateTable('backlinks')
      .set({ screenshot_id: null, screenshot_state: 'waiting', screenshot_reason: null, screenshot_url: null })
      .where('screenshot_id', 'in', ids)
      .execute();
    const removed = await tx
      .deleteFrom('screenshots')
      .where('id', 'in', ids)
      .returning(['file', 'small_file', 'image_file'])
      .execute();
    return removed.map((row) => ({
      files: [row.file, row.small_file, row.image_file].filter((name) => name !== null),
    }));
  });
}

export async function removeOldFavicons(db: Kdb, days: number, limit: number): Promise<Removed[]> {
  const old = db
    .selectFrom('favicons')
    .select('hostname')
    .where('checked_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .limit(limit);
  const rows = await db.deleteFrom('favicons').where('hostname', 'in', old).returning('file').execute();
  return rows.map(({ file }) => ({ files: file === null ? [] : [file] }));
}

/** Of these names the ones that no row names. */
export async function findUnusedFiles(db: Kdb, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct name from unnest(${[...names]}::text[]) as n (name)
    where not exists (select from screenshots where file = name)
      and not exists (select from screenshots where small_file = name)
      and not exists (select from screenshots where image_file = name)
      and not exists (select from favicons where file = name)`.execute(db);
  return rows.map(({ name }) => name);
}
