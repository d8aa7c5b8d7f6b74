// When the crawler last looked at pages.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { rows } from '../rows.ts';

/** Whatever it found there; pages it never visited or could not look at are left out. */
export async function lastVisits(db: Kdb, urls: readonly string[]): Promise<Map<string, Date>> {
  if (urls.length === 0) return new Map();
  const list = urls.map((url) => ({ url }));
  const { rows: found } = await sql<{ url: string; at: Date }>`
    select page.url, page.fetched_at as at from ${rows(list, 'url text')} join index_pages page on page.url = row.url
    where page.fetched_at is not null`.execute(db);
  return new Map(found.map(({ url, at }) => [url, at]));
}
