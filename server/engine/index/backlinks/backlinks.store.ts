// The queries behind backlinks from crawled pages. Linking domains are selected and limited before their links are compared.
//
// Usually all linking domains are read and sorted. When very many link, the strongest domains of the whole index are tried
// in turn until enough of them do: a popular target is usually linked by some of the strongest.

import { type RawBuilder, sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { LinkRange, SampleLink } from '../engine/index-engine.ts';
import { keyOf } from '../engine/text-key.ts';

export interface Backlink extends Omit<SampleLink, 'capturedAt'> {
  inContent: boolean;
  /** When the linking page was last read; null if that is not known. */
  seenAt: Date | null;
  /** -1: not rated. */
  urlRating: number;
  /** -1: not known. */
  searchTraffic: number;
  trafficValue: number;
}

export interface BacklinkRequest extends LinkRange {
  /** With more linking domains than this, the strongest domains are tried first. */
  veryMany?: number;
}

/** Unknown is not zero: a domain without a rating passes every range. */
const isRatedWithin = ({ minDomainRating = 0, maxDomainRating = 100 }: BacklinkRequest) =>
  sql`(domain.rating between ${minDomainRating} and ${maxDomainRating} or domain.rating = -1)`;

// The strongest page of a linking domain: by what links to it, then by where the link is on the page.
const STRONGEST = sql`page.strength desc, link.in_content desc, page.id, link.to_url`;
const COLUMNS = sql`
  page.url as "urlFrom", coalesce(text.title, '') as title, best.to_url as "urlTo", best.anchor, best.rel,
  best.in_content as "inContent", page.fetched_at as "seenAt", domain.name as domain, domain.rating as "domainRating",
  page.url_rating as "urlRating", coalesce(text.words, 0) as words,
  coalesce(text.search_traffic, -1) as "searchTraffic", coalesce(text.traffic_value, -1) as "trafficValue"`;

// Beyond this, reading and sorting all linking domains takes longer than trying the strongest.
const VERY_MANY = 20_000;
// A tenth of a second. If too few of these link to it, all linking domains are sorted after all.
const MOST_TRIES = 50_000;
// A large site may link from every page. The first pages found are those near its home page.
const LINKS_COMPARED = 100;

export async function linksToDomain(db: Kdb, name: string, range: BacklinkRequest): Promise<Backlink[]> {
  const target = await db
    .selectFrom('index_domains')
    .select(['id', 'referring_domains as referringDomains'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (target === undefined) return [];
  const pair = sql`index_domain_links pair where pair.to_domain_id = ${target.id} and pair.dofollow > 0`;
  const linking: Linking = {
    isOne: sql`domain.id in (select pair.from_domain_id from ${pair})`,
    one: sql`select from ${pair} and pair.from_domain_id = domain.id`,
    link: sql`link.to_domain_key = ${keyOf(name)}::bigint`,
    domains: target.referringDomains,
  };
  return strongestLinks(db, linking, range);
}

export interface TargetPage {
  id: number;
  url: string;
  referringDomains: number;
}

/** The pages meant by these spellings of a URL. */
export async function targetPages(db: Kdb, spellings: readonly string[]): Promise<TargetPage[]> {
  const { rows: pages } = await sql<TargetPage>`
    with ${targets(spellings)}
    select page.id, page.url, page.referring_domains as "referringDomains"
    from targets join index_pages page on page.id = targets.id`.execute(db);
  return pages;
}

export async function linksToPages(db: Kdb, pages: readonly TargetPage[], range: BacklinkRequest): Promise<Backlink[]> {
  if (pages.length === 0) return [];
  const link = sql`link.to_key = any(${pages.map(({ url }) => keyOf(url))}::text[]::bigint[])`;
  const linking: Linking = {
    isOne: sql`domain.domain_key in (
      select link.from_domain_key from index_crawled_links link where ${link} and link.dofollow)`,
    one: sql`
      select from index_crawled_links link
      where ${link} and link.from_domain_key = domain.domain_key and link.dofollow`,
    link,
    domains: Math.max(...pages.map(({ referringDomains }) => referringDomains)),
  };
  return strongestLinks(db, linking, range);
}

/** Who links to a target, as parts of queries. */
interface Linking {
  /** Whether `domain` is a linking domain, found from the target, and a query that returns rows if it is, found from `domain`. */
  isOne: RawBuilder<unknown>;
  one: RawBuilder<unknown>;
  /** Whether `link` leads to the target. */
  link: RawBuilder<unknown>;
  /** Approximate number of linking domains. */
  domains: number;
}

async function strongestLinks(db: Kdb, linking: Linking, range: BacklinkRequest): Promise<Backlink[]> {
  const { minDomainRating = 0, maxDomainRating = 100, veryMany = VERY_MANY } = range;
  if (linking.domains > veryMany) {
    const found = await linksOf(
      db,
      linking,
      range,
      sql`
      select domain.* from (
        select id, domain_key, name, rating from index_domains where rating between ${minDomainRating} and ${maxDomainRating}
        order by rating desc, id limit ${MOST_TRIES}) domain
      cross join lateral (${linking.one} limit 1) link`,
    );
    if (found.length >= range.limit) return found;
  }
  return linksOf(
    db,
    linking,
    range,
    sql`
    select domain.id, domain.domain_key, domain.name, domain.rating
    from index_domains domain where ${linking.isOne} and ${isRatedWithin(range)}`,
  );
}

/** The best link of each of the strongest domains. */
async function linksOf(
  db: Kdb,
  { link }: Linking,
  { limit }: BacklinkRequest,
  domains: RawBuilder<unknown>,
): Promise<Backlink[]> {
  const { rows: found } = await sql<Backlink>`
    with linking as materialized (
      select * from (${domains}) domain order by domain.rating desc, domain.id limit ${limit})
    select ${COLUMNS}
    from linking domain
    cross join lateral (
      select link.* from (
        select link.* from index_crawled_links link
        where ${link} and link.from_domain_key = domain.domain_key and link.dofollow limit ${LINKS_COMPARED}) link
      join index_pages page on page.url_key = link.page_key
      order by ${STRONGEST} limit 1) best
    join index_pages page on page.url_key = best.page_key
    left join index_crawled_pages text on text.url_key = best.page_key
    order by domain.rating desc, domain.id`.execute(db);
  return found;
}

/** The pages meant: these URLs, the ones they moved to, and the ones that moved to them. */
const targets = (spellings: readonly string[]) => sql`
  named as materialized (select coalesce(moved_to, id) as id from index_pages where url = any(${spellings}::text[])),
  targets as materialized (
    select id from named union select page.id from index_pages page join named on page.moved_to = named.id)`;

/** Dofollow links only, except in the total. Undefined if the index does not know the domain. */
export function countsOfDomain(db: Kdb, name: string) {
  return db
    .selectFrom('index_domains')
    .select([
      'referring_domains as referringDomains',
      'dofollow_backlinks as dofollowBacklinks',
      'total_backlinks as totalBacklinks',
      'rating as domainRating',
    ])
    .where('name', '=', name)
    .executeTakeFirst();
}
