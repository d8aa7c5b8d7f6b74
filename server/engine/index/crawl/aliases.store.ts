// Unvisited URLs of a site under another of its origins, such as www: they are merged into the page they mean.

import { sql } from 'kysely';
import type { Tx } from '../../../platform/db.ts';
import type { Crawl } from './frontier.store.ts';

/** Links to http://www.example.com/a count for https://example.com/a if both are one site. Safe to repeat. */
export async function mergeOrigins(tx: Tx, { domainId, aliases: { home, same = {} } }: Crawl): Promise<void> {
  const others = Object.keys(same).filter((origin) => same[origin]);
  if (home === undefined || others.length === 0) return;
  await sql`
    update index_pages other set state = 'moved', moved_to = page.id
    from unnest(${others}::text[]) as origin, index_pages page
    where other.domain_id = ${domainId} and other.state = 'known' and starts_with(other.url, origin || '/')
      and page.url = ${home} || substr(other.url, length(origin) + 1) and page.state = 'page'`.execute(tx);
}
