import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { toJson } from '../../../platform/rows/to-json.ts';
import { rows } from '../../index/rows.ts';
import { type PageRead, pageRead } from './page-content.ts';

/** Those of the pages that were read recently. */
export async function findPageReads(db: Kdb, urls: readonly string[]): Promise<Map<string, PageRead>> {
  const list = urls.map((url) => ({ url }));
  const { rows: found } = await sql<{ url: string; content: unknown }>`
    select page.url, page.content from ${rows(list, 'url text')} join page_reads page on page.url = row.url
    where page.expires_at > statement_timestamp()`.execute(db);
  // An older version of Zeus may have written the row; then the page is read again.
  return new Map(
    found.flatMap(({ url, content }) => {
      const parsed = pageRead.safeParse(content);
      return parsed.success ? [[url, parsed.data]] : [];
    }),
  );
}

export async function keepPageRead(
  db: Kdb,
  { url, content, lifetimeSeconds }: { url: string; content: PageRead; lifetimeSeconds: number },
): Promise<void> {
  await sql`
    insert into page_reads (url, content, expires_at)
    values (${url}, ${toJson(content)}::jsonb, clock_timestamp() + make_interval(secs => ${lifetimeSeconds}))
    on conflict (url) do update set content = excluded.content, expires_at = excluded.expires_at`.execute(db);
}

/** Idempotent. */
export async function forgetPageReads(db: Kdb): Promise<void> {
  await sql`delete from page_reads where expires_at < statement_timestamp()`.execute(db);
}
