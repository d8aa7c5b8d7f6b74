// What a crawl has still to visit. It stands in the database, so that a crawl that was broken off goes on.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { rows } from '../rows.ts';

export interface Crawl {
  id: number;
  domainId: number;
  startUrl: string;
  maxPages: number;
  done: number;
}

export interface Waiting {
  url: string;
  depth: number;
  attempts: number;
  etag: string | null;
  lastModified: string | null;
}

export interface NewAddress {
  url: string;
  depth: number;
  shape: string;
}

/** The crawl of this domain that was not finished, or a new one. Only whoever holds the domain's lease may call it. */
export async function beginCrawl(
  db: Kdb,
  site: { domainId: number; startUrl: string; maxPages: number },
): Promise<Crawl> {
  const columns = ['id', 'domain_id as domainId', 'start_url as startUrl', 'max_pages as maxPages', 'done'] as const;
  const running = await db
    .selectFrom('index_crawls')
    .select(columns)
    .where('domain_id', '=', site.domainId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (running !== undefined) return running;
  return db
    .insertInto('index_crawls')
    .values({ domain_id: site.domainId, start_url: site.startUrl, max_pages: site.maxPages })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Pages of the domain that the index has; a new crawl looks at them again. */
export async function knownPages(db: Kdb, domainId: number, most: number): Promise<string[]> {
  const pages = await db
    .selectFrom('index_pages')
    .select('url')
    .where('domain_id', '=', domainId)
    .where('state', '=', 'page')
    .orderBy('id')
    .limit(most)
    .execute();
  return pages.map((page) => page.url);
}

export async function addAddresses(db: Kdb, crawlId: number, addresses: readonly NewAddress[]): Promise<void> {
  if (addresses.length === 0) return;
  await sql`
    insert into index_frontier (crawl_id, url, depth, shape)
    select ${crawlId}, url, depth, shape from ${rows(addresses, 'url text, depth smallint, shape text')}
    on conflict do nothing`.execute(db);
}

/** The next addresses: near the start first, those that failed once last. */
export async function takeWaiting(db: Kdb, crawlId: number, most: number): Promise<Waiting[]> {
  const waiting = db
    .selectFrom('index_frontier')
    .select(['url', 'depth', 'attempts'])
    .where('crawl_id', '=', crawlId)
    .where('done', '=', false)
    .where('not_before', '<=', sql<Date>`now()`)
    .orderBy('attempts')
    .orderBy('depth')
    .orderBy('url')
    .limit(most);
  return db
    .selectFrom(waiting.as('next'))
    .leftJoin('index_pages as page', 'page.url', 'next.url')
    .select(['next.url', 'next.depth', 'next.attempts', 'page.etag', 'page.last_modified as lastModified'])
    .orderBy('next.attempts')
    .orderBy('next.depth')
    .orderBy('next.url')
    .execute();
}

/** Seconds until the next address that was put off may be tried; null when none is left. */
export async function nextTryIn(db: Kdb, crawlId: number): Promise<number | null> {
  const row = await db
    .selectFrom('index_frontier')
    .select(sql<number | null>`extract(epoch from min(not_before) - now())::float8`.as('seconds'))
    .where('crawl_id', '=', crawlId)
    .where('done', '=', false)
    .executeTakeFirst();
  return row?.seconds ?? null;
}

export async function settleAddresses(
  db: Kdb,
  crawlId: number,
  visited: readonly { url: string; done: boolean; attempts: number; retrySeconds: number }[],
): Promise<void> {
  if (visited.length === 0) return;
  await sql`
    insert into index_frontier as known (crawl_id, url, depth, shape, done, attempts, not_before)
    select ${crawlId}, url, 0, '', done, attempts, now() + make_interval(secs => "retrySeconds")
    from ${rows(visited, 'url text, done boolean, attempts smallint, "retrySeconds" float8')}
    on conflict (crawl_id, url) do update set
      done = known.done or excluded.done, attempts = known.attempts + excluded.attempts, not_before = excluded.not_before`.execute(
    db,
  );
}

/** All addresses of the crawl, visited or not. */
export async function crawlAddresses(db: Kdb, crawlId: number): Promise<{ url: string; shape: string }[]> {
  return db.selectFrom('index_frontier').select(['url', 'shape']).where('crawl_id', '=', crawlId).execute();
}

export async function addDone(db: Kdb, crawlId: number, count: number): Promise<void> {
  await db
    .updateTable('index_crawls')
    .set((eb) => ({ done: eb('done', '+', count) }))
    .where('id', '=', crawlId)
    .execute();
}

/** Ends the crawl and forgets its addresses; returns how many were never reached. */
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
