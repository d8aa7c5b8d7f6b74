// The frontier: what a crawl still has to visit. Stored in the database, so that an interrupted crawl can continue.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { rows } from '../rows.ts';
import type { KnownOrigins } from './site-origins.ts';

export interface Crawl {
  id: number;
  domainId: number;
  startUrl: string;
  maxPages: number;
  done: number;
  startedAt: Date;
  /** Since it last got an answer. */
  pauses: number;
  sitemapsRead: boolean;
  /** Empty until the home page has been visited. */
  aliases: Partial<KnownOrigins>;
}

export interface Waiting {
  url: string;
  depth: number;
  shape: string;
  attempts: number;
  etag: string | null;
  lastModified: string | null;
}

export interface NewAddress {
  url: string;
  depth: number;
  shape: string;
  /** Earlier rounds are visited before later ones. */
  round: number;
}

export interface KnownAddress {
  url: string;
  shape: string;
  contentHash: string | null;
}

// An address is given up after two failures, or after four answers that the site is busy.
const GIVEN_UP_AFTER = 4;
const DEFAULT_MAX_PAGES = 200;

/**
 * The unfinished crawl of this domain, with the new limit if there is one, or a new crawl. Only the holder of the domain's lease
 * may call it.
 */
export async function beginCrawl(
  db: Kdb,
  site: { domainId: number; startUrl: string; maxPages: number | undefined },
): Promise<Crawl> {
  const running = await db
    .updateTable('index_crawls')
    .set((eb) => ({ max_pages: site.maxPages ?? eb.ref('max_pages') }))
    .where('domain_id', '=', site.domainId)
    .where('finished_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (running !== undefined) return running;
  return db
    .insertInto('index_crawls')
    .values({ domain_id: site.domainId, start_url: site.startUrl, max_pages: site.maxPages ?? DEFAULT_MAX_PAGES })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

const COLUMNS = [
  'id',
  'domain_id as domainId',
  'start_url as startUrl',
  'max_pages as maxPages',
  'done',
  'started_at as startedAt',
  'pauses',
  'sitemaps_read as sitemapsRead',
  sql<Partial<KnownOrigins>>`aliases`.as('aliases'),
] as const;

/** Whether a crawl of the domain has started but not finished. */
export async function hasUnfinishedCrawl(db: Kdb, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('index_crawls as crawl')
    .innerJoin('index_domains as domain', 'domain.id', 'crawl.domain_id')
    .select('crawl.id')
    .where('domain.name', '=', domain)
    .where('crawl.finished_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to what the crawl has done, and saves what it found out about its site. */
export async function saveCrawl(db: Kdb, crawl: Crawl, moreDone: number): Promise<void> {
  const { id, pauses, sitemapsRead, aliases } = crawl;
  await db
    .updateTable('index_crawls')
    .set((eb) => ({
      done: eb('done', '+', moreDone),
      pauses,
      sitemaps_read: sitemapsRead,
      aliases: JSON.stringify(aliases),
    }))
    .where('id', '=', id)
    .execute();
}

/** Pages of the domain in the index, least recently visited first. */
export async function knownPages(db: Kdb, domainId: number, most: number): Promise<string[]> {
  const pages = await db
    .selectFrom('index_pages')
    .select('url')
    .where('domain_id', '=', domainId)
    .where('state', '=', 'page')
    .orderBy('fetched_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(most)
    .execute();
  return pages.map((page) => page.url);
}

export async function addAddresses(db: Kdb, crawlId: number, addresses: readonly NewAddress[]): Promise<void> {
  if (addresses.length === 0) return;
  await sql`
    insert into index_frontier (crawl_id, url, depth, shape, round)
    select ${crawlId}, url, depth, shape, round
    from ${rows(addresses, 'url text, depth smallint, shape text, round smallint')}
    on conflict do nothing`.execute(db);
}

/** Those URLs that the index knows nothing about. */
export async function unseenOf(db: Kdb, urls: readonly string[]): Promise<string[]> {
  const { rows: seen } = await sql<{ url: string }>`
    select url from index_pages where url = any(${urls}::text[]) and state <> 'known'`.execute(db);
  const known = new Set(seen.map(({ url }) => url));
  return urls.filter((url) => !known.has(url));
}

/** Removes waiting URLs of these shapes. */
export async function dropShapes(db: Kdb, crawlId: number, shapes: readonly string[]): Promise<void> {
  if (shapes.length === 0) return;
  await db
    .deleteFrom('index_frontier')
    .where('crawl_id', '=', crawlId)
    .where('done', '=', false)
    .where('shape', 'in', [...shapes])
    .execute();
}

/** The next URLs: near the start first, those that failed once last. */
export async function takeWaiting(db: Kdb, crawlId: number, most: number): Promise<Waiting[]> {
  const waiting = db
    .selectFrom('index_frontier')
    .select(['url', 'depth', 'shape', 'round', 'attempts'])
    .where('crawl_id', '=', crawlId)
    .where('done', '=', false)
    .where('attempts', '<', GIVEN_UP_AFTER)
    .where('not_before', '<=', sql<Date>`now()`)
    .orderBy('attempts')
    .orderBy('round')
    .orderBy('depth')
    .orderBy('url')
    .limit(most);
  return db
    .selectFrom(waiting.as('next'))
    .leftJoin('index_pages as page', 'page.url', 'next.url')
    .select(['next.url', 'next.depth', 'next.shape', 'next.attempts', 'page.etag'])
    .select('page.last_modified as lastModified')
    .orderBy('next.attempts')
    .orderBy('next.round')
    .orderBy('next.depth')
    .orderBy('next.url')
    .execute();
}

/** Seconds until the next postponed URL may be tried; null if none is left. */
export async function nextTryIn(db: Kdb, crawlId: number): Promise<number | null> {
  const row = await db
    .selectFrom('index_frontier')
    .select(sql<number | null>`extract(epoch from min(not_before) - now())::float8`.as('seconds'))
    .where('crawl_id', '=', crawlId)
    .where('done', '=', false)
    .where('attempts', '<', GIVEN_UP_AFTER)
    .executeTakeFirst();
  return row?.seconds ?? null;
}

export interface SettledAddress {
  url: string;
  done: boolean;
  attempts: number;
  retrySeconds: number;
  contentHash: string | null;
}

export async function settleAddresses(db: Kdb, crawlId: number, visited: readonly SettledAddress[]): Promise<void> {
  if (visited.length === 0) return;
  const columns = 'url text, done boolean, attempts smallint, "retrySeconds" float8, "contentHash" text';
  await sql`
    insert into index_frontier as known (crawl_id, url, depth, shape, done, attempts, not_before, content_hash)
    select ${crawlId}, url, 0, '', done, attempts, now() + make_interval(secs => "retrySeconds"), "contentHash"
    from ${rows(visited, columns)}
    on conflict (crawl_id, url) do update set
      done = known.done or excluded.done, attempts = known.attempts + excluded.attempts,
      not_before = excluded.not_before, content_hash = excluded.content_hash`.execute(db);
}

/** Unchanged pages count as visited too. */
export async function markUnchanged(db: Kdb, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  await db
    .updateTable('index_pages')
    .set({ fetched_at: sql<Date>`now()` })
    .where('url', 'in', [...urls])
    .execute();
}

/** All URLs of the crawl, visited or not. */
export async function crawlAddresses(db: Kdb, crawlId: number): Promise<KnownAddress[]> {
  return db
    .selectFrom('index_frontier')
    .select(['url', 'shape', 'content_hash as contentHash'])
    .where('crawl_id', '=', crawlId)
    .execute();
}

/** Ends the crawl and deletes its URLs; returns how many were never reached. */
export async function endCrawl(db: Kdb, crawl: Crawl): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const left = await tx
      .selectFrom('index_frontier')
      .select(sql<number>`count(*) filter (where not done and (attempts > 0 or not_before > now()))`.as('unreached'))
      .where('crawl_id', '=', crawl.id)
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('index_frontier').where('crawl_id', '=', crawl.id).execute();
    await tx.updateTable('index_crawls').set({ finished_at: new Date() }).where('id', '=', crawl.id).execute();
    await tx.updateTable('index_domains').set({ crawled_at: new Date() }).where('id', '=', crawl.domainId).execute();
    return Number(left.unreached);
  });
}
