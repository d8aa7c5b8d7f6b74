// Rows of the link graph for the ratings: read in pages by key, many rows as one line of numbers, because the driver takes
// several times as long for rows. Writes only what really changed.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { countByConfig } from '../crawl/language.ts';
import { rows } from '../rows.ts';

/** Why a domain's rating is lower than its links suggest. */
export interface Discount {
  /** The domain that leads its site network. */
  networkId: number | null;
  /** Null: not discounted. */
  undiscountedRating: number | null;
  uncountedDomains: number;
}

export interface DomainFigures extends Discount {
  id: number;
  rating: number;
  rank: number;
  linkedPages: number;
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
}

export interface DomainChange extends DomainFigures {
  /** The domain's links to others if what it passes on to each of them changed, otherwise 0. */
  links: number;
}

const READ = 100_000;
const WRITE = 5_000;
// About two seconds on a cold disk; a statement may take 30.
const LINKS_AT_ONCE = 200_000;

export async function readDomains(db: Kdb): Promise<DomainFigures[]> {
  const all: DomainFigures[] = [];
  for (;;) {
    const page = await db
      .selectFrom('index_domains')
      .select([
        'id',
        'rating',
        'rank',
        'linked_pages as linkedPages',
        'referring_domains as referringDomains',
        'dofollow_backlinks as dofollowBacklinks',
        'total_backlinks as totalBacklinks',
        'network_id as networkId',
        'undiscounted_rating as undiscountedRating',
        'uncounted_domains as uncountedDomains',
      ])
      .where('id', '>', all.at(-1)?.id ?? 0)
      .orderBy('id')
      .limit(READ)
      .execute();
    for (const one of page) all.push(one);
    if (page.length < READ) return all;
  }
}

/** For each pair of domains: target, source, links, dofollow links, pages with dofollow links. */
export async function* readDomainLinks(db: Kdb): AsyncGenerator<number[]> {
  for (let last = [0, 0]; ; ) {
    const { rows: found } = await sql<{ line: string | null }>`
      select string_agg(concat_ws(' ', to_domain_id, from_domain_id, links, dofollow, pages), ' '
        order by to_domain_id, from_domain_id) as line
      from (select * from index_domain_links where (to_domain_id, from_domain_id) > (${last[0]}, ${last[1]})
        order by to_domain_id, from_domain_id limit ${READ}) page`.execute(db);
    const numbers = numbersOf(found[0]?.line);
    yield numbers;
    if (numbers.length < READ * 5) return;
    last = numbers.slice(-5, -3);
  }
}

function numbersOf(line: string | null | undefined): number[] {
  return line ? line.split(' ').map(Number) : [];
}

/** Pages affected by the change are recorded in the same transaction, to be recounted. */
export async function writeDomainFigures(db: Kdb, changes: readonly DomainChange[]): Promise<void> {
  const columns =
    'id bigint, rating real, rank float8, "linkedPages" integer, "referringDomains" integer, "dofollowBacklinks" integer, "totalBacklinks" integer, "networkId" bigint, "undiscountedRating" real, "uncountedDomains" integer';
  for (const batch of batches(changes, ({ links }) => links)) {
    await db.transaction().execute(async (tx) => {
      await sql`
        update index_domains domain set
          rating = row.rating, rank = row.rank, linked_pages = row."linkedPages",
          referring_domains = row."referringDomains", dofollow_backlinks = row."dofollowBacklinks",
          total_backlinks = row."totalBacklinks", network_id = row."networkId",
          undiscounted_rating = row."undiscountedRating", uncounted_domains = row."uncountedDomains"
        from ${rows(batch, columns)} where domain.id = row.id`.execute(tx);
      const passing = batch.filter(({ links }) => links > 0).map(({ id }) => ({ id }));
      if (passing.length === 0) return;
      await sql`
        insert into index_relinked
        select page.id from (
          select distinct link.to_key
          from ${rows(passing, 'id bigint')} join index_domains domain on domain.id = row.id
          join index_crawled_links link on link.from_domain_key = domain.domain_key
          where link.dofollow) link
        join index_pages page on page.url_key = link.to_key`.execute(tx);
    });
  }
}

/** Lists of at most 5,000 pages with at most 200,000 links together; a single page may have more. */
function* batches<T>(list: Iterable<T>, linksOf: (one: T) => number): Generator<T[]> {
  let batch: T[] = [];
  let links = 0;
  for (const one of list) {
    const more = linksOf(one);
    if (batch.length > 0 && (batch.length >= WRITE || links + more > LINKS_AT_ONCE)) {
      yield batch;
      [batch, links] = [[], 0];
    }
    batch.push(one);
    links += more;
  }
  if (batch.length > 0) yield batch;
}

/** The pages whose backlinks changed, in batches for `countPageLinks`. */
export async function* readRelinked(db: Kdb): AsyncGenerator<number[]> {
  // The rows were just written; without fresh statistics, each of these queries may read them all.
  await sql`analyze index_relinked`.execute(db);
  for (let last = 0; ; ) {
    const { rows: found } = await sql<{ id: number; links: number }>`
      select noted.page_id as id, noted.links + coalesce(page.total_backlinks, 0) as links
      from (select page_id, count(*) as links from index_relinked where page_id > ${last}
        group by page_id order by page_id limit ${WRITE}) noted
      left join index_pages page on page.id = noted.page_id
      order by noted.page_id`.execute(db);
    for (const batch of batches(found, ({ links }) => links)) yield batch.map(({ id }) => id);
    if (found.length < WRITE) return;
    last = found.at(-1)?.id ?? last;
  }
}

/**
 * Counts and strengths of these pages. A page that moved gives its links to its target, which is counted with it. The strength
 * of a page is what its linking domains pass on to each page they link to; a site network has one vote.
 */
export async function countPageLinks(db: Kdb, pages: readonly number[], leastDomains: number): Promise<void> {
  const list = pages.map((id) => ({ id }));
  await db.transaction().execute(async (tx) => {
    // First, because changes from here on are recorded again and counted the next time.
    await sql`delete from index_relinked using ${rows(list, 'id bigint')} where page_id = row.id`.execute(tx);
    await sql`
      with wanted as materialized (
        select page.id from ${rows(list, 'id bigint')} join index_pages page on page.id = row.id
        union select page.moved_to from ${rows(list, 'id bigint')} join index_pages page on page.id = row.id
        where page.moved_to is not null),
      ways as materialized (
        select page.id as page_id, page.url_key as via from index_pages page join wanted on wanted.id = page.id
        union all
        select page.moved_to, page.url_key from index_pages page join wanted on wanted.id = page.moved_to),
      pairs as (
        select ways.page_id, link.from_domain_key, count(*) as links, count(*) filter (where link.dofollow) as dofollow
        from ways join index_crawled_links link on link.to_key = ways.via
        group by ways.page_id, link.from_domain_key),
      votes as (
        select pairs.page_id, coalesce(domain.network_id, domain.id) as voter, sum(pairs.links) as links,
          sum(pairs.dofollow) as dofollow, count(*) filter (where pairs.dofollow > 0) as referring,
          max(domain.rank / greatest(domain.linked_pages, 1)) filter (where pairs.dofollow > 0) as vote
        from pairs join index_domains domain on domain.domain_key = pairs.from_domain_key
        group by pairs.page_id, voter),
      sums as (
        select page_id, sum(links)::integer as total, sum(dofollow)::integer as dofollow,
          sum(referring)::integer as referring, coalesce(sum(vote order by voter), 0) as strength
        from votes group by page_id),
      figures as (
        select wanted.id, coalesce(total, 0) as total, coalesce(dofollow, 0) as dofollow,
          coalesce(referring, 0) as referring, coalesce(strength, 0) as strength
        from wanted left join sums on sums.page_id = wanted.id)
      update index_pages page set
        total_backlinks = figures.total, dofollow_backlinks = figures.dofollow,
        referring_domains = figures.referring, strength = figures.strength,
        url_rating = case when figures.referring < ${leastDomains} then -1 else page.url_rating end
      from figures
      where page.id = figures.id and (page.total_backlinks, page.dofollow_backlinks, page.referring_domains, page.strength)
        is distinct from (figures.total, figures.dofollow, figures.referring, figures.strength)`.execute(tx);
  });
}

/** For each page with a linking domain: id, strength, referring domains, rating. */
export async function* readPageStrengths(db: Kdb): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const { rows: found } = await sql<{ line: string | null }>`
      select string_agg(concat_ws(' ', id, strength, referring_domains, url_rating), ' ' order by id) as line
      from (select id, strength, referring_domains, url_rating from index_pages
        where referring_domains > 0 and id > ${last} order by id limit ${READ}) page`.execute(db);
    const numbers = numbersOf(found[0]?.line);
    yield numbers;
    if (numbers.length < READ * 4) return;
    last = numbers.at(-4) ?? last;
  }
}

export async function writeUrlRatings(db: Kdb, ratings: readonly { id: number; rating: number }[]): Promise<void> {
  for (const batch of batches(ratings, () => 1)) {
    await sql`
      update index_pages page set url_rating = row.rating
      from ${rows(batch, 'id bigint, rating real')} where page.id = row.id`.execute(db);
  }
}

/** How many indexed texts each search configuration has: a search asks only those with many. */
export async function countLanguages(db: Kdb): Promise<void> {
  const { rows: found } = await sql<{ language: string; texts: number }>`
    select language, count(*) as texts from index_crawled_pages where listed group by language`.execute(db);
  const list = [...countByConfig(found)].map(([config, count]) => ({ config, count }));
  await sql`
    update index_languages known set texts = counted.count
    from (select language.config, coalesce(row.count, 0) as count from index_languages language
      left join ${rows(list, 'config text, count integer')} on row.config = language.config) counted
    where known.config = counted.config and known.texts is distinct from counted.count`.execute(db);
}
