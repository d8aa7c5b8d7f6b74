// When the crawler last looked at pages.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';

/** Whatever it found there; pages it never visited or could not look at are left out. */
export async function lastVisits(db: Kdb, urls: readonly string[]): Promise<Map<string, Date>> {
  if (urls.length === 0) return new Map();
  const { rows } = await sql<{ url: string; at: Date }>`
    select url, fetched_at as at from index_pages
    where url = any(${urls}::text[]) and fetched_at is not null`.execute(db);
  return new Map(rows.map(({ url, at }) => [url, at]));
}
