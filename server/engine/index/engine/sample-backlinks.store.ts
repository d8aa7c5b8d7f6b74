// Backlinks in the page sample. Links are read from an index sorted by the rating of the linking domain, and only as many as needed.
import { type RawBuilder, sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { LinkRange, SampleLink } from './index-engine.ts';
import { keyOf } from './text-key.ts';

/** Looked up in the statement that reads them, so that nobody reads a part of a release. Other partitions are not touched. */
export const readable = sql`array(
  select id from index_releases where kind = 'pages' and state = 'ready' and engine = 'postgres')`;

/** So many links are read per domain wanted. If that is too few because a site links from everywhere, domains are read one by one. */
const linksPerDomain = 4;

export async function linksToUrls(db: Kdb, urls: readonly string[], range: LinkRange): Promise<SampleLink[]> {
  if (urls.length === 0) return [];
  const keys = urls.map(keyOf);
  // The URLs, their canonicals, and the URLs that have one of these as their canonical.
  const targets = sql`
    given as materialized (
      select unnest(${keys}::text[])::bigint as key
      union select page.canonical_key from index_sample_pages page
      where page.release_id = any(${readable}) and page.url_key = any(${keys}::text[]::bigint[])
        and page.canonical_key is not null),
    targets as materialized (
      select key from given
      union select page.url_key from given join index_sample_pages page on page.canonical_key = given.key
      where page.release_id = any(${readable}) and page.canonical_key is not null)`;
  return strongestLinks(db, { targets, column: sql.ref('to_key') }, range);
}

export async function linksToDomain(db: Kdb, domain: string, range: LinkRange): Promise<SampleLink[]> {
  const targets = sql`targets as materialized (select ${keyOf(domain)}::bigint as key)`;
  return strongestLinks(db, { targets, column: sql.ref('to_domain_key') }, range);
}

interface Target {
  targets: RawBuilder<unknown>;
  /** The column of links that has their keys. */
  column: RawBuilder<unknown>;
}

async function strongestLinks(db: Kdb, target: Target, range: LinkRange): Promise<SampleLink[]> {
  const read = range.limit * linksPerDomain;
  const found = await readLinks(db, target, { ...range, read });
  const isComplete = found.domains >= range.limit || found.links < read;
  return isComplete ? found.best : (await readLinks(db, target, { ...range, read: null })).best;
}

interface Found {
  /** Of all links read, and of their domains. */
  links: number;
  domains: number;
  best: SampleLink[];
}

/** `read`: how many links to read per target; null: one or more of each domain, found by skipping from domain to domain. */
async function readLinks(db: Kdb, target: Target, range: LinkRange & { read: number | null }): Promise<Found> {
  const { rows } = await sql<SampleLink & { links: number; domains: number }>`
    with recursive ${target.targets},
    links as materialized (${range.read === null ? skipping(target, range) : inOrder(target, range, range.read)}),
    current as (
      select * from links where not exists (
        select from index_sample_pages newer
        where newer.release_id = any(${readable}) and newer.url_key = links.page_key
          and newer.captured_at > links.captured_at)),
    best as (
      select distinct on (from_domain_key) * from current
      order by from_domain_key, is_image, anchor = '', captured_at desc, page_key, to_key),
    totals as (select count(*) as links, count(distinct from_domain_key) as domains from links)
    select totals.links, totals.domains, page.url as "urlFrom", page.title, best.to_url as "urlTo", best.anchor, best.rel,
      page.domain, best.domain_rating as "domainRating", page.words, best.captured_at as "capturedAt"
    from totals left join (
      select * from best order by domain_rating desc, from_domain_key desc limit ${range.limit}) best on true
    left join lateral (
      select page.url, page.title, page.domain, page.words from index_sample_pages page
      where page.release_id = any(${readable}) and page.url_key = best.page_key and page.captured_at = best.captured_at
      limit 1) page on true
    order by best.domain_rating desc, best.from_domain_key desc`.execute(db);
  const best = rows.flatMap(({ links, domains, ...link }) => (link.urlFrom === null ? [] : [link]));
  return { links: rows[0]?.links ?? 0, domains: rows[0]?.domains ?? 0, best };
}

const columns = sql`link.page_key, link.from_domain_key, link.to_key, link.captured_at, link.domain_rating, link.is_image,
  link.to_url, link.anchor, link.rel`;

/** Links of a target, strongest domains first. Unrated domains pass every range and come last. */
function inOrder({ column }: Target, { minDomainRating = 0, maxDomainRating = 100 }: LinkRange, read: number) {
  const links = (rated: RawBuilder<unknown>) => sql`
    (select ${columns} from index_sample_links link
    where link.release_id = any(${readable}) and link.${column} = targets.key and link.dofollow and ${rated}
    order by link.domain_rating desc, link.from_domain_key desc limit ${read})`;
  const range = sql`link.domain_rating between ${minDomainRating}::real and ${maxDomainRating}::real`;
  return sql`
    select link.* from targets cross join lateral (
      select * from (${links(range)} union all ${links(sql`link.domain_rating = -1`)}) link
      order by domain_rating desc limit ${read}) link
    order by domain_rating desc, from_domain_key desc limit ${read}`;
}

/** The strongest linking domains, each found by one step through the index, and some of the links of each. */
function skipping({ column }: Target, { limit, minDomainRating = 0, maxDomainRating = 100 }: LinkRange) {
  const next = (after: RawBuilder<unknown>) => sql`
    select found.* from targets cross join lateral (
      select link.domain_rating, link.from_domain_key from index_sample_links link
      where link.release_id = any(${readable}) and link.${column} = targets.key and link.dofollow and ${after}
      order by link.domain_rating desc, link.from_domain_key desc limit 1) found
    order by found.domain_rating desc, found.from_domain_key desc limit 1`;
  const least = sql`greatest(${minDomainRating}::real, 0)`;
  const rated = sql`
    (select * from (${next(sql`link.domain_rating between ${least} and ${maxDomainRating}::real`)}) first)
    union all
    select step.* from domains cross join lateral (${next(sql`link.domain_rating >= ${least}
      and (link.domain_rating, link.from_domain_key) < (domains.domain_rating, domains.from_domain_key)`)}) step`;
  const unrated = sql`
    (select * from (${next(sql`link.domain_rating = -1`)}) first)
    union all
    select step.* from unrated cross join lateral (${next(sql`link.domain_rating = -1
      and link.from_domain_key < unrated.from_domain_key`)}) step`;
  return sql`
    with recursive domains as (${rated}), unrated as (${unrated}),
    strongest as (select * from (select * from domains limit ${limit}) one
      union all select * from (select * from unrated limit ${limit}) two)
    select link.* from strongest cross join lateral (
      select ${columns} from targets join index_sample_links link on link.${column} = targets.key
      where link.release_id = any(${readable}) and link.dofollow
        and link.domain_rating = strongest.domain_rating and link.from_domain_key = strongest.from_domain_key
      limit ${linksCompared}) link`;
}

/** A large site may link from every page. */
const linksCompared = 20;

/** When each of these pages was last captured. */
export async function lastCaptures(db: Kdb, urls: readonly string[]): Promise<Map<string, Date>> {
  if (urls.length === 0) return new Map();
  const { rows } = await sql<{ url: string; capturedAt: Date }>`
    select url, max(captured_at) as "capturedAt" from index_sample_pages
    where release_id = any(${readable}) and url_key = any(${urls.map(keyOf)}::text[]::bigint[])
    group by url`.execute(db);
  return new Map(rows.map(({ url, capturedAt }) => [url, capturedAt]));
}
