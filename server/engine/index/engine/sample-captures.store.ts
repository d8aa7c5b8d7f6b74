// When pages of the page sample were captured.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { releases } from './sample-targets.ts';
import { keyOf } from './text-key.ts';

/** When each of these pages was last captured. */
export async function lastCaptures(db: Kdb, urls: readonly string[]): Promise<Map<string, Date>> {
  if (urls.length === 0) return new Map();
  const { rows } = await sql<{ url: string; capturedAt: Date }>`
    with ${releases}
    select page.url, max(page.captured_at) as "capturedAt" from releases cross join lateral (
      select url, captured_at from index_sample_pages
      where release_id = releases.id and url_key = any(${urls.map(keyOf)}::text[]::bigint[]) offset 0) page
    group by page.url`.execute(db);
  return new Map(rows.map(({ url, capturedAt }) => [url, capturedAt]));
}
