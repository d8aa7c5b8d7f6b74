// The index as a whole: what it contains, and deleting it.
import { sql } from 'kysely';
import { againAfterDeadlock } from '../../platform/database/deadlock.ts';
import type { Kdb } from '../../platform/db.ts';

/** Those domains that were never crawled completely. */
export async function uncrawledDomains(db: Kdb, names: readonly string[]): Promise<string[]> {
  const crawled = await db
    .selectFrom('index_domains')
    .select('name')
    .where('name', 'in', [...names, ''])
    .where('crawled_at', 'is not', null)
    .execute();
  const known = new Set(crawled.map((row) => row.name));
  return names.filter((name) => !known.has(name));
}

/** Whether the index has pages at this origin. */
export async function hasPagesAt(db: Kdb, origin: string): Promise<boolean> {
  const row = await db.selectFrom('index_pages').select('id').where('url', '=', `${origin}/`).executeTakeFirst();
  return row !== undefined;
}

/** Deletes every crawled page, its links, and the ratings computed from them. */
export async function emptyIndex(db: Kdb): Promise<void> {
  await sql`truncate index_domains, index_pages, index_crawled_pages, index_languages, index_crawled_links,
    index_domain_links, index_relinked, index_failures, index_crawls, index_frontier, index_leases`.execute(db);
}

/**
 * Deletes the sites of the practice web, whose names end in .localhost; those of the real web stay. Their rows are locked first,
 * so that a crawl or a rating that is under way adds nothing to them in between.
 */
export async function forgetPracticeSites(db: Kdb): Promise<void> {
  const forget = () => db.transaction().execute(forgetLocked);
  await againAfterDeadlock(forget);
}

async function forgetLocked(tx: Kdb): Promise<void> {
  const sites = await sql<{ id: number; key: string }>`
    select id, domain_key::text as key from index_domains where name like '%.localhost' order by id for update`.execute(
    tx,
  );
  if (sites.rows.length === 0) return;
  const gone = sql`(select unnest(${sites.rows.map(({ id }) => id)}::bigint[]))`;
  const keys = sql`(select unnest(${sites.rows.map(({ key }) => key)}::bigint[]))`;
  await sql`delete from index_crawled_links where from_domain_key in ${keys} or to_domain_key in ${keys}`.execute(tx);
  await sql`delete from index_domain_links where from_domain_id in ${gone} or to_domain_id in ${gone}`.execute(tx);
  await sql`delete from index_crawls where domain_id in ${gone}`.execute(tx);
  await sql`update index_pages set moved_to = null
    where moved_to in (select id from index_pages where domain_id in ${gone})`.execute(tx);
  await sql`delete from index_pages where domain_id in ${gone}`.execute(tx);
  await sql`delete from index_domains where id in ${gone}`.execute(tx);
}
