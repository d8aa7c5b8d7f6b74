// The queries behind backlinks. The linking domains are chosen and limited before their links are compared.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { rows } from '../rows.ts';

export interface Backlink {
  urlFrom: string;
  title: string;
  urlTo: string;
  anchor: string;
  rel: string;
  inContent: boolean;
  domain: string;
  /** -1: not rated; the same for the URL. */
  domainRating: number;
  urlRating: number;
  words: number;
  /** -1: not known. */
  searchTraffic: number;
  trafficValue: number;
}

export interface LinkCounts {
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
  /** -1: not rated. */
  domainRating: number;
  /** -1: not rated, or a domain was asked for. */
  urlRating: number;
}

interface Range {
  limit: number;
  minDomainRating?: number;
  maxDomainRating?: number;
}

const NOTHING: LinkCounts = {
  referringDomains: 0,
  dofollowBacklinks: 0,
  totalBacklinks: 0,
  domainRating: -1,
  urlRating: -1,
};

/** Unknown is not zero: a domain without a rating passes every range. */
const isRatedWithin = ({ minDomainRating = 0, maxDomainRating = 100 }: Range) =>
  sql`(domain.rating between ${minDomainRating} and ${maxDomainRating} or domain.rating = -1)`;

// The strongest page of a linking domain: by what links to it, then by where the link stands.
const STRONGEST = sql`page.strength desc, link.in_content desc, link.from_page_id, link.to_page_id`;
const COLUMNS = sql`
  page.url as "urlFrom", coalesce(text.title, '') as title, target.url as "urlTo", best.anchor, best.rel,
  best.in_content as "inContent", domain.name as domain, domain.rating as "domainRating",
  page.url_rating as "urlRating", coalesce(text.words, 0) as words,
  coalesce(text.search_traffic, -1) as "searchTraffic", coalesce(text.traffic_value, -1) as "trafficValue"`;

export async function linksToDomain(db: Kdb, name: string, range: Range): Promise<Backlink[]> {
  const { rows: found } = await sql<Backlink>`
    with linking as materialized (
      select domain.id, domain.name, domain.rating, sums.to_domain_id
      from index_domain_links sums
      join index_domains domain on domain.id = sums.from_domain_id
      where sums.to_domain_id = (select id from index_domains where name = ${name}) and sums.dofollow > 0
        and ${isRatedWithin(range)}
      order by domain.rating desc, domain.id
      limit ${range.limit})
    select ${COLUMNS}
    from linking domain
    cross join lateral (
      select link.* from index_links link join index_pages page on page.id = link.from_page_id
      where link.to_domain_id = domain.to_domain_id and link.from_domain_id = domain.id and link.dofollow
      order by ${STRONGEST} limit 1) best
    join index_pages page on page.id = best.from_page_id
    join index_pages target on target.id = best.to_page_id
    left join index_texts text on text.page_id = page.id
    order by domain.rating desc, domain.id`.execute(db);
  return found;
}

export async function linksToPage(db: Kdb, spellings: readonly string[], range: Range): Promise<Backlink[]> {
  const { rows: found } = await sql<Backlink>`
    with ${targets(spellings)},
    linking as materialized (
      select domain.id, domain.name, domain.rating
      from (select distinct link.from_domain_id as id from targets
        join index_links link on link.to_page_id = targets.id where link.dofollow) found
      join index_domains domain on domain.id = found.id
      where ${isRatedWithin(range)}
      order by domain.rating desc, domain.id
      limit ${range.limit})
    select ${COLUMNS}
    from linking domain
    cross join lateral (
      select link.* from targets
      join index_links link on link.to_page_id = targets.id and link.from_domain_id = domain.id and link.dofollow
      join index_pages page on page.id = link.from_page_id
      order by ${STRONGEST} limit 1) best
    join index_pages page on page.id = best.from_page_id
    join index_pages target on target.id = best.to_page_id
    left join index_texts text on text.page_id = page.id
    order by domain.rating desc, domain.id`.execute(db);
  return found;
}

/** The pages meant: these addresses, those that they moved to, and those that moved to them. */
function targets(spellings: readonly string[]) {
  const list = spellings.map((url) => ({ url }));
  return sql`
    named as materialized (
      select coalesce(page.moved_to, page.id) as id
      from ${rows(list, 'url text')} join index_pages page on page.url = row.url),
    targets as materialized (
      select id from named union select page.id from index_pages page join named on page.moved_to = named.id)`;
}

export async function countsOfDomain(db: Kdb, name: string): Promise<LinkCounts> {
  const found = await db
    .selectFrom('index_domains')
    .select([
      'referring_domains as referringDomains',
      'dofollow_backlinks as dofollowBacklinks',
      'total_backlinks as totalBacklinks',
      'rating as domainRating',
    ])
    .where('name', '=', name)
    .executeTakeFirst();
  return { ...NOTHING, ...found };
}

/** Of several spellings that the index has, the one most linked to counts. */
export async function countsOfPage(db: Kdb, spellings: readonly string[]): Promise<LinkCounts> {
  if (spellings.length === 0) return NOTHING;
  const { rows: found } = await sql<LinkCounts>`
    with ${targets(spellings)}
    select page.referring_domains as "referringDomains", page.dofollow_backlinks as "dofollowBacklinks",
      page.total_backlinks as "totalBacklinks", domain.rating as "domainRating", page.url_rating as "urlRating"
    from named join index_pages page on page.id = named.id
    join index_domains domain on domain.id = page.domain_id
    order by page.total_backlinks desc, page.id limit 1`.execute(db);
  return found[0] ?? NOTHING;
}
